'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import type { Snapshot } from '../../../server/domain/snapshot/schema.ts'
import { wayTo } from '../../../server/domain/snapshot/tree.ts'
import { useTRPC } from '../../api/trpc.ts'
import { gib } from '../../ui/display/size.ts'
import { ExactTime } from '../../ui/display/time.tsx'
import { Consequence } from '../../ui/layout/consequence.tsx'

type Props = { host: Host; snapshot: Snapshot; snapshots: readonly Snapshot[] }

/** What a revert loses, what stays, and what the VM does afterwards. */
export function RevertLosses({ host, snapshot, snapshots }: Props) {
  const t = useTranslations('hosts.snapshots.revert')
  const format = useFormatter()
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.vm.disk.ofHost.queryOptions({ params: { host_id: host.id }, query: { orderby: 'boot_order,id' } }),
  )
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
  const present = data?.list ?? []
  const kept = new Set(snapshot.disks.map(({ disk_id }) => disk_id))
  const resized = snapshot.disks.flatMap((one) => {
    const now = present.find(({ id }) => id === one.disk_id)
    return now && now.size_mib !== one.size_mib ? [{ ...one, now: now.size_mib }] : []
  })
  const untouched = present.filter(({ id }) => !kept.has(id))
  const current = snapshots.find(({ is_curr }) => is_curr)
  const behind = wayTo(snapshots, current?.id ?? null).findIndex(({ id }) => id === snapshot.id)
  return (
    <div className="grid gap-3">
      <Consequence kind="fault" title={t('willBeLost')}>
        <li>
          {t.rich('writes', {
            disks: snapshot.disks.map(({ name }) => name).join(', '),
            at: () => <ExactTime at={snapshot.created} />,
          })}
        </li>
        {host.state === 'active' ? <li>{t('running')}</li> : null}
        {host.cpu_number === snapshot.cpu_number ? null : (
          <li>{t('cpu', { now: host.cpu_number, kept: snapshot.cpu_number })}</li>
        )}
        {host.ram_mib === snapshot.ram_mib ? null : (
          <li>{t('ram', { now: size(host.ram_mib), kept: size(snapshot.ram_mib) })}</li>
        )}
        {resized.map((one) => (
          <li key={one.disk_id}>{t('disk', { name: one.name, now: size(one.now), kept: size(one.size_mib) })}</li>
        ))}
      </Consequence>
      <Consequence kind="ok" title={t('stays')}>
        <li>{t('snapshotsStay', { count: snapshots.length })}</li>
        {behind > 0 ? <li>{t('branch', { name: current?.ext_name ?? '' })}</li> : null}
        <li>{t('settingsStay')}</li>
        {untouched.length > 0 ? (
          <li>{t('disksStay', { count: untouched.length, names: untouched.map(({ name }) => name).join(', ') })}</li>
        ) : null}
      </Consequence>
      <p>{t(snapshot.with_ram ? 'thenGoesOn' : host.state === 'active' ? 'thenStarts' : 'thenOff')}</p>
    </div>
  )
}
