'use client'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { paths } from '../paths.ts'
import { DeleteIcon, RackIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const DeviceDialogs = lazy(() => import('./device-dialogs.tsx'))

export type Device = { kind: 'switch'; record: Switch } | { kind: 'pdu'; record: Pdu }
export type DeviceAsking = Device & { command: 'edit' | 'delete' }

/** The one definition of what can be done to a switch or a PDU. Put `dialogs` on the page once. */
export function useDeviceActions() {
  const t = useTranslations('device')
  const common = useTranslations('resource')
  const { dci } = useTRPCClient()
  const impact = useImpactEntry()
  const { ask, dialogs } = useAsking<DeviceAsking>((asked, close) => <DeviceDialogs asked={asked} onClose={close} />)
  const askPoll = useCallback(
    ({ kind, record: { id } }: Device) =>
      kind === 'switch'
        ? dci.switch.poll.mutate({ params: { switch_id: id }, body: {} })
        : dci.pdu.poll.mutate({ params: { pdu_id: id }, body: {} }),
    [dci],
  )
  const poll = useCallback(
    (device: Device) => askPoll(device).catch(faultToast(t('notPolled', { name: device.record.name }))),
    [askPoll, t],
  )
  const entries = useCallback(
    (device: Device): MenuEntry[] => [
      { label: t('commands.poll'), icon: <RefreshCw />, onSelect: () => void poll(device) },
      {
        label: t('commands.showRack'),
        icon: <RackIcon />,
        href: paths.rack(device.record.rack.id, { device: `${device.kind}-${device.record.id}` }),
      },
      impact(device.kind, device.record.id),
      { kind: 'line' },
      { label: common('edit'), icon: <Pencil />, onSelect: () => ask({ ...device, command: 'edit' }) },
      {
        label: t(`delete.${device.kind}`),
        icon: <DeleteIcon />,
        danger: true,
        onSelect: () => ask({ ...device, command: 'delete' }),
      },
    ],
    [ask, common, impact, poll, t],
  )
  return { entries, poll, askPoll, ask, dialogs }
}
