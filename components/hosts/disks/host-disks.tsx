'use client'
import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useStopMove } from '../../disks/moving.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { DiskTable } from './disk-table.tsx'
import { type DiskAsking, useDiskActions } from './use-disk-actions.tsx'

/** The tab with the disks. */
export function HostDisks({ host }: { host: Host }) {
  const t = useTranslations('hosts.disks')
  const words = useTranslations('disks')
  const actions = useDiskActions(host)
  const stop = useStopMove()
  const entries = (disk: Disk, disks: readonly Disk[]) => {
    const busy = disk.state === 'active' ? undefined : t('busy')
    const doing = (asked: DiskAsking, besides?: string) => {
      const disabledReason = actions.off(asked.command) ?? busy ?? besides
      return disabledReason ? { disabledReason } : { onSelect: () => actions.ask(asked) }
    }
    const main = disk.host?.is_main ? t('isMain') : undefined
    return [
      ...stop(disk),
      { label: t('grow'), ...doing({ command: 'grow', disk }) },
      { label: t('rename'), ...doing({ command: 'rename', disk }) },
      { label: t('backUp'), ...doing({ command: 'backup', disk }) },
      ...(actions.movable
        ? [
            { label: words('move.action'), ...doing({ command: 'move', disk }) },
            { label: words('image.action'), ...doing({ command: 'image', disk }) },
          ]
        : []),
      ...(actions.managed
        ? [
            { label: t('makeMain'), ...doing({ command: 'main', disk }, main) },
            { label: t('changeBus'), ...doing({ command: 'bus', disk }) },
            {
              label: t('order'),
              ...doing({ command: 'order', disks }, disks.length < 2 ? t('onlyOne') : undefined),
            },
            { kind: 'line' as const },
            { label: t('detach'), danger: true, ...doing({ command: 'detach', disk }, main && t('mainStays')) },
          ]
        : []),
    ]
  }
  return (
    <div className="flex flex-col gap-3 px-6 py-3 phone:px-4">
      {actions.managed ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<Plus />}
            disabledReason={actions.off('add')}
            onClick={() => actions.ask({ command: 'add' })}
          >
            {t('add')}
          </Button>
          <Button size="sm" disabledReason={actions.off('attach')} onClick={() => actions.ask({ command: 'attach' })}>
            {t('attach')}
          </Button>
        </div>
      ) : null}
      {host.waits_for_start.includes('disks') ? <p className="max-w-prose text-12 text-warn-fg">{t('waits')}</p> : null}
      <DiskTable
        host={host}
        actions={(disk, disks) => (
          <MoreMenu label={t('actionsOf', { name: disk.name })} entries={entries(disk, disks)} />
        )}
      />
      {actions.dialogs}
    </div>
  )
}
