'use client'
import { useTranslations } from 'use-intl'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import MoveDisk from '../../disks/move-disk.tsx'
import RestoreImage from '../../disks/restore-image.tsx'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { AddDisk, AttachDisk } from './add-disk.tsx'
import BackUpDisk from './back-up-disk.tsx'
import { DiskBus, DiskOrder } from './disk-link.tsx'
import GrowDisk from './grow-disk.tsx'
import { RenameDisk } from './rename-disk.tsx'
import type { DiskAsking } from './use-disk-actions.tsx'

type Props = { host: Host; asked: DiskAsking; onClose: () => void }

/** What a command on the disks of a VM asks before it is done. Loaded with the first of them. */
export default function DiskDialogs({ asked, ...props }: Props) {
  switch (asked.command) {
    case 'add':
      return <AddDisk {...props} />
    case 'attach':
      return <AttachDisk {...props} />
    case 'grow':
      return <GrowDisk {...props} disk={asked.disk} />
    case 'bus':
      return <DiskBus {...props} disk={asked.disk} />
    case 'move':
      return <MoveDisk disk={asked.disk} runs={props.host.state === 'active'} onClose={props.onClose} />
    case 'image':
      return <RestoreImage disk={asked.disk} onClose={props.onClose} />
    case 'rename':
      return <RenameDisk disk={asked.disk} onClose={props.onClose} />
    case 'backup':
      return <BackUpDisk {...props} disk={asked.disk} />
    case 'order':
      return <DiskOrder {...props} disks={asked.disks} />
    case 'main':
    case 'detach':
      return <Confirmed {...props} command={asked.command} disk={asked.disk} />
  }
}

type Confirmation = { host: Host; disk: Disk; command: 'main' | 'detach'; onClose: () => void }

function Confirmed({ host, disk, command, onClose }: Confirmation) {
  const t = useTranslations('hosts.disks')
  const { vm } = useTRPCClient()
  const params = { host_id: host.id, disk_id: disk.id }
  const { name } = disk
  return command === 'main' ? (
    <ConfirmAction
      title={t('makeMainTitle', { name })}
      lost={t('makeMainAbout')}
      action={t('makeMain')}
      tone="neutral"
      onClose={onClose}
      run={() => vm.disk.attach.mutate({ params, body: { is_main: true } })}
    />
  ) : (
    <ConfirmAction
      title={t('detachTitle', { name })}
      lost={t(host.state === 'active' ? 'detachRunning' : 'detachAbout')}
      action={t('detach')}
      onClose={onClose}
      run={() => vm.disk.detach.mutate({ params })}
    />
  )
}
