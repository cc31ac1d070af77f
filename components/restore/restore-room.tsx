'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { pickedId } from '../resource/loaders.ts'
import { State } from '../ui/display/state-mark.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'

type Props = {
  together: readonly AnyBackup[]
  /** The one that was chosen; what there is on others is not said. */
  storage: { value: string; label: string } | null
  /** A VM is made, and counts too. */
  host?: boolean
}

/** Whether what is restored fits on the storage, and what remains of the owner's limits. */
export function RestoreRoom({ together, storage, host }: Props) {
  const needed = together.reduce((sum, one) => sum + one.estimated_size_mib, 0)
  return (
    <div className="grid gap-1 text-12" aria-live="polite">
      {storage ? <OnStorage id={pickedId(storage) ?? 0} name={storage.label} needed={needed} /> : null}
      <OfLimits backup={together[0]} needed={needed} host={host ?? false} />
    </div>
  )
}

function OnStorage({ id, name, needed }: { id: number; name: string; needed: number }) {
  const t = useTranslations('restore.fits')
  const size = useSizes()
  const { data } = useQuery(useTRPC().vm.storage.list.queryOptions({ query: { where: `id EQ ${id}` } }))
  const one = data?.list[0]
  if (!one) return null
  const free = Math.max(0, one.total_mib - one.used_mib)
  return (
    <State kind={needed <= free ? 'ok' : 'warn'}>
      {t(needed <= free ? 'storage' : 'storageNot', { name, needed: size(needed), free: size(free) })}
    </State>
  )
}

/** What is restored belongs to the owner of the backup; lists of VMs do not say who that is to administrators. */
function ownerOf(backup: AnyBackup | undefined, me: { account_id: number; isAdmin: boolean }): number | null {
  if (!me.isAdmin) return me.account_id
  const account = backup?.account
  return account && typeof account === 'object' ? account.id : null
}

function OfLimits({ backup, needed, host }: { backup: AnyBackup | undefined; needed: number; host: boolean }) {
  const t = useTranslations('restore.fits')
  const size = useSizes()
  const owner = ownerOf(backup, useMe())
  const params = { account_id: owner ?? 0 }
  const { data } = useQuery(useTRPC().vm.userLimit.ofAccount.queryOptions({ params }, { enabled: owner !== null }))
  if (!data?.in_force || !data.used) return null
  const { in_force: limits, used } = data
  const disks = (used.hdd_mib_total ?? 0) + needed
  const hosts = (used.host_count ?? 0) + 1
  return (
    <>
      {limits.hdd_mib_total === null ? null : (
        <State kind={disks <= limits.hdd_mib_total ? 'ok' : 'warn'}>
          {t('disks', { used: size(disks), limit: size(limits.hdd_mib_total) })}
        </State>
      )}
      {host && limits.host_count !== null ? (
        <State kind={hosts <= limits.host_count ? 'ok' : 'warn'}>
          {t('hosts', { used: hosts, limit: limits.host_count })}
        </State>
      ) : null}
    </>
  )
}
