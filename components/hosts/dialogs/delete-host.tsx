'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPC } from '../../api/trpc.ts'
import { BackupsAtDeletion, useBackupFate } from '../../backups/at-deletion.tsx'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'
import { actionOf } from '../host-rules.ts'

/** Deletion: says what is lost and asks for the name. */
export function DeleteHost({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const { data } = useQuery(trpc.vm.host.deletion.queryOptions({ params: { host_id: host.id } }, { staleTime: 0 }))
  const [fate, setFate] = useBackupFate()
  const kind = actionOf('delete', host) === 'forget' ? 'forget' : 'delete'
  return (
    <ConfirmAction
      title={t(`confirm.${kind}.title`, { name: host.name })}
      lost={<Lost kind={kind} host={host} />}
      name={host.name}
      action={t(`confirm.${kind}.action`)}
      run={() => calls.simple('delete', host, fate)}
      onClose={onClose}
    >
      <BackupsAtDeletion of="host" info={data} fate={fate} onFate={setFate} />
    </ConfirmAction>
  )
}

function Lost({ kind, host }: { kind: 'delete' | 'forget'; host: Host }) {
  const t = useTranslations('hosts')
  const format = useFormatter()
  const addresses = [...host.ip4, ...host.ip6].map(({ ip }) => ip)
  const size = format.number((host.disk?.disk_mib ?? 0) / 1024, { maximumFractionDigits: 1 })
  return (
    <>
      <p>
        {kind === 'forget'
          ? t('confirm.forgetLost', { node: host.node?.name ?? '' })
          : t('confirm.deleteLost', { count: host.disk_count, size })}
      </p>
      {host.snapshot_count > 0 ? (
        <p className="mt-1">{t('confirm.snapshotsToo', { count: host.snapshot_count })}</p>
      ) : null}
      {addresses.length > 0 ? (
        <p className="mt-1">
          {t.rich('confirm.addresses', {
            count: addresses.length,
            list: addresses.join(', '),
            mono: (text) => <span className="mono">{text}</span>,
          })}
        </p>
      ) : null}
    </>
  )
}
