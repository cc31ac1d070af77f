'use client'
import { lazy, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import { MOST_WAITING, whyNotHost } from '../../../server/domain/host/allowed.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import type { HostAction } from '../../../server/domain/host/rules.ts'
import { possibleCapabilities } from '../../../server/domain/node/capabilities.ts'
import { useMe } from '../../api/me.tsx'
import { useAsking } from '../../form/use-asking.tsx'

const DiskDialogs = lazy(() => import('./disk-dialogs.tsx'))

/** What is asked in the tab Disks; `disks`: all of the VM in the order of booting. */
export type DiskAsking =
  | { command: 'add' | 'attach' }
  | { command: 'grow' | 'detach' | 'main' | 'bus' | 'move' | 'image' | 'rename' | 'backup'; disk: Disk }
  | { command: 'order'; disks: readonly Disk[] }

export type DiskActions = {
  ask: (asked: DiskAsking) => void
  /** Whether disks come and go here at all: for those who manage them, where a VM can have several. */
  managed: boolean
  /** Whether they can be elsewhere, which administrators decide. */
  movable: boolean
  /** Why a command cannot be given now. */
  off: (command: DiskAsking['command']) => string | undefined
  dialogs: ReactNode
}

/** Which rule of the VM each command is judged by. */
const rules = {
  add: 'disks',
  attach: 'disks',
  detach: 'disks',
  main: 'disks',
  order: 'disks',
  grow: 'disk',
  bus: 'disk_bus',
  move: 'disk_move',
  image: 'disk_image',
  rename: 'disk',
  backup: 'backup',
} as const satisfies Record<DiskAsking['command'], HostAction>

/** The one definition of what can be done to the disks of a VM. Put `dialogs` on the page once. */
export function useDiskActions(host: Host): DiskActions {
  const t = useTranslations('hosts')
  const { isAdmin } = useMe()
  const { ask, dialogs } = useAsking<DiskAsking>((asked, close) => (
    <DiskDialogs host={host} asked={asked} onClose={close} />
  ))
  const off = (command: DiskAsking['command']) => {
    const why = whyNotHost(rules[command], host, { isAdmin })
    if (!why) return undefined
    if (why.why === 'protected') return t(`protectedNow.${why.by}`)
    if (why.why === 'full') return t('full', { count: MOST_WAITING })
    if (why.why === 'rescue') return t('disks.rescue')
    if (why.why === 'handed_over') return t('handedOver')
    return t(`refusals.${rules[command]}`)
  }
  const can = possibleCapabilities(host.cluster.virtualization_type)
  const managed = can.includes('more_disks') && (isAdmin || host.cluster.manage_disk_enabled)
  return { ask, managed, movable: isAdmin && can.includes('storages'), off, dialogs }
}
