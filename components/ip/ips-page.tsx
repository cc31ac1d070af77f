'use client'
import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { AddressTabs } from '../addresses/address-tabs.tsx'
import { useTRPC } from '../api/trpc.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { paths } from '../paths.ts'
import { CsvLink } from '../table/csv-link.tsx'
import type { Filter } from '../table/filters.ts'
import type { View } from '../table/views.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { IpTable } from './ip-table.tsx'

const broken: Filter = { field: 'state', op: 'is', values: ['allocation_fail', 'fail'] }
const loose: Filter = { field: 'host.name', op: 'empty', values: [] }

/** The questions every operator asks; `where` counts them. */
const questions = [
  { key: 'all', filters: [], where: undefined },
  { key: 'attention', filters: [broken], where: "state IN ('allocation_fail','fail')" },
  { key: 'loose', filters: [loose], where: 'host.name IS NULL' },
] as const satisfies readonly { key: string; filters: readonly Filter[]; where: string | undefined }[]

/** All addresses in use. */
export function IpsPage() {
  const t = useTranslations('addresses.used')
  const views = useViews()
  return (
    <>
      <PageCrumbs crumbs={[{ label: t('title') }]} />
      <IpTable
        id="ips"
        views={views}
        head={({ query: { where, search, orderby } }) => (
          <>
            <PageHeader
              title={t('title')}
              wideOnly
              actions={<CsvLink href={paths.csv('vm/ip', { where, search, orderby })} />}
            />
            <AddressTabs current="used" />
          </>
        )}
        empty={<EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
      />
    </>
  )
}

function useViews(): readonly View[] {
  const t = useTranslations('addresses.used.views')
  const trpc = useTRPC()
  const counts = useQueries({
    queries: questions.map(({ where }) =>
      trpc.vm.ip.list.queryOptions({ query: { limit: '0', ...(where && { where }) } }),
    ),
  })
  return questions.map(({ key, filters }, at) => {
    const count = counts[at]?.data?.size
    return { label: t(key), q: '', filters, sort: null, ...(count !== undefined && { count }) }
  })
}
