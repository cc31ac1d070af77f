'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { apiFault } from '../../api/fault.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NewHostForm } from './new-host-form.tsx'

/** Creating a machine; says first what is missing when none can be made. */
export function NewHostPage() {
  const t = useTranslations('newHost')
  const trpc = useTRPC()
  const { isAdmin } = useMe()
  const clusters = useQuery(trpc.vm.cluster.list.queryOptions({ query: { orderby: 'name', limit: '0,20' } }))
  const systems = useQuery(trpc.vm.os.list.queryOptions({ query: { where: "state EQ 'active'", limit: '0' } }))
  const fault = clusters.error ?? systems.error
  const crumbs = <PageCrumbs crumbs={[{ label: t('crumb') }]} />
  if (clusters.data && systems.data && clusters.data.size > 0 && systems.data.size > 0)
    return (
      <>
        {crumbs}
        <NewHostForm clusters={clusters.data.list} systemCount={systems.data.size} />
      </>
    )
  const noClusters = clusters.data?.size === 0
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
          <EmptyState
            title={noClusters ? t('noClusters') : t('noSystems')}
            actions={
              isAdmin ? (
                <Button kind="primary" asChild>
                  <Link href={noClusters ? paths.clusters() : paths.images()}>
                    {noClusters ? t('toClusters') : t('toImages')}
                  </Link>
                </Button>
              ) : null
            }
          >
            {isAdmin ? (noClusters ? t('noClustersHint') : t('noSystemsHint')) : t('askAdministrator')}
          </EmptyState>
        ) : (
          <SkeletonRows label={t('loading')} />
        )}
      </div>
    </>
  )
}
