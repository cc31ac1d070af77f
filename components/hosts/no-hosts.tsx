'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMay, useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'

/** Prerequisites of a VM that are missing; names who can add them where this account cannot. */
export function Missing({ what }: { what: 'clusters' | 'systems' }) {
  const t = useTranslations('newHost')
  const { isAdmin } = useMe()
  const none = what === 'clusters'
  return (
    <EmptyState
      title={none ? t('noClusters') : t('noSystems')}
      actions={
        isAdmin ? (
          <Button kind="primary" asChild>
            <Link href={none ? paths.clusters() : paths.images()}>{none ? t('toClusters') : t('toImages')}</Link>
          </Button>
        ) : null
      }
    >
      {!isAdmin ? t('askAdministrator') : none ? t('noClustersHint') : t('noSystemsHint')}
    </EmptyState>
  )
}

/** The list of VMs while there is none: offers the first step, which may be to add a prerequisite. */
export function NoHosts() {
  const t = useTranslations('hosts')
  const may = useMay()
  const trpc = useTRPC()
  const clusters = useQuery(trpc.vm.cluster.list.queryOptions({ query: { limit: '0' } }))
  const systems = useQuery(trpc.vm.os.list.queryOptions({ query: { where: "state EQ 'active'", limit: '0' } }))
  if (!may('create_host')) return <EmptyState title={t('none')}>{t('noneGiven')}</EmptyState>
  if (clusters.isPending || systems.isPending) return null
  if (clusters.data?.size === 0) return <Missing what="clusters" />
  if (systems.data?.size === 0) return <Missing what="systems" />
  return (
    <EmptyState title={t('none')} actions={<CreateButton href={paths.newHost()}>{t('create')}</CreateButton>}>
      {t('noneHint')}
    </EmptyState>
  )
}
