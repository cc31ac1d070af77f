'use client'
import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { IpRecord } from '../../server/domain/ip/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { countedViews, countOf } from '../table/counted-views.ts'
import type { Filter } from '../table/filters.ts'
import { ListScreen } from '../table/list-screen.tsx'
import type { View } from '../table/views.ts'
import { useIpTable } from './ip-table.tsx'

const broken: Filter = { field: 'state', op: 'is', values: ['allocation_fail', 'fail'] }
const loose: Filter[] = [
  { field: 'host.name', op: 'empty', values: [] },
  { field: 'server.name', op: 'empty', values: [] },
]

/** The questions every operator asks; `where` counts them. */
const questions = [
  { key: 'all', filters: [], where: undefined },
  { key: 'attention', filters: [broken], where: "state IN ('allocation_fail','fail')" },
  { key: 'loose', filters: loose, where: '(host.name IS NULL) AND (server.name IS NULL)' },
] as const satisfies readonly { key: string; filters: readonly Filter[]; where: string | undefined }[]

/** All addresses in use. */
export function IpsPage() {
  const t = useTranslations('addresses.used')
  const { parts, query, dialogs } = useIpTable({ id: 'ips' })
  return (
    <ListScreen<IpRecord>
      {...parts}
      title={t('title')}
      csv="vm/ip"
      query={query}
      views={useViews()}
      empty={{ title: t('none'), hint: t('noneHint') }}
    >
      {dialogs}
    </ListScreen>
  )
}

function useViews(): readonly View[] {
  const t = useTranslations('addresses.used.views')
  const trpc = useTRPC()
  const counts = useQueries({
    queries: questions.map((view) => trpc.vm.ip.list.queryOptions(countOf(view))),
  })
  return countedViews(questions, (key) => t(key), counts)
}
