'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Missing } from '../no-hosts.tsx'
import { NewHostForm } from './new-host-form.tsx'

/** Creating a VM; shows first what is missing when none can be made. */
export function NewHostPage() {
  const t = useTranslations('newHost')
  const trpc = useTRPC()
  const clusters = useQuery(trpc.vm.cluster.list.queryOptions({ query: { orderby: 'name', limit: '0,20' } }))
  const systems = useQuery(trpc.vm.os.list.queryOptions({ query: { where: "state EQ 'active'", limit: '0' } }))
  const fault = clusters.error ?? systems.error
  const crumbs = <PageCrumbs crumbs={[{ label: t('crumb') }]} />
  if (clusters.data && systems.data && clusters.data.size > 0 && systems.data.size > 0)
    return (
      <>
        {crumbs}
        <NewHostForm clusters={clusters.data.list} />
      </>
    )
  return (
    <>
      {crumbs}
      <PageHeader title={t('title')} />
      <div className="px-6 py-2 phone:px-4">
        {fault ? (
          <ErrorState
            title={t('unread')}
            cause={apiFault(fault).msg}
            onRetry={() => {
              void clusters.refetch()
              void systems.refetch()
            }}
          />
        ) : clusters.data && systems.data ? (
          <Missing what={clusters.data.size === 0 ? 'clusters' : 'systems'} />
        ) : (
          <SkeletonRows label={t('loading')} />
        )}
      </div>
    </>
  )
}
