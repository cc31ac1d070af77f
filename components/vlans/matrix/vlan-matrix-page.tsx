'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { optionOf } from '../../form/option-of.ts'
import { SectionTabs } from '../../frame/section-tabs.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { VlanMatrixTab } from './vlan-matrix-tab.tsx'

const byName = { query: { orderby: 'name', limit: '0,1000' } }

/** The matrix of one location after the other; the first unless the address names one. */
export function VlanMatrixPage() {
  const t = useTranslations('vlanMatrix')
  const trpc = useTRPC()
  const [asked, ask] = useQueryState('location', parseAsInteger)
  const query = useQuery(trpc.dci.location.list.queryOptions(byName))
  const list = query.data?.list ?? []
  const location = list.find(({ id }) => id === asked) ?? list[0]
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          location ? (
            <Select
              aria-label={t('location')}
              className="w-44"
              value={String(location.id)}
              onValueChange={(next) => void ask(Number(next))}
              options={list.map(optionOf)}
            />
          ) : null
        }
      />
      <SectionTabs />
      <ObjectGate query={query}>
        {() =>
          location ? (
            <VlanMatrixTab key={location.id} location={location} />
          ) : (
            <div className="px-6 py-3 phone:px-4">
              <EmptyState
                title={t('noLocations')}
                actions={
                  <Button asChild>
                    <a href={paths.locations()}>{t('toLocations')}</a>
                  </Button>
                }
              />
            </div>
          )
        }
      </ObjectGate>
    </>
  )
}
