'use client'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../datacenter/use-asking.tsx'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { paths } from '../paths.ts'
import { DeleteIcon, RackIcon } from '../ui/icons.tsx'
import type { MenuEntry } from '../ui/menu-entries.ts'
import { toast } from '../ui/toast.tsx'

const GearDialogs = lazy(() => import('./gear-dialogs.tsx'))

export type Gear = { kind: 'switch'; record: Switch } | { kind: 'pdu'; record: Pdu }
export type GearAsking = Gear & { command: 'edit' | 'delete' }

/** The one definition of what can be done to a switch or a PDU. Put `dialogs` on the page once. */
export function useGearActions() {
  const t = useTranslations('gear')
  const { dci } = useTRPCClient()
  const impact = useImpactEntry()
  const { ask, dialogs } = useAsking<GearAsking>((asked, close) => <GearDialogs asked={asked} onClose={close} />)
  const askPoll = useCallback(
    ({ kind, record: { id } }: Gear) =>
      kind === 'switch'
        ? dci.switch.poll.mutate({ params: { switch_id: id }, body: {} })
        : dci.pdu.poll.mutate({ params: { pdu_id: id }, body: {} }),
    [dci],
  )
  const poll = useCallback(
    (gear: Gear) =>
      askPoll(gear).catch((fault: unknown) =>
        toast({ kind: 'fault', title: t('notPolled', { name: gear.record.name }), detail: apiFault(fault).msg }),
      ),
    [askPoll, t],
  )
  const entries = useCallback(
    (gear: Gear): MenuEntry[] => [
      { label: t('commands.poll'), icon: <RefreshCw />, onSelect: () => void poll(gear) },
      {
        label: t('commands.showRack'),
        icon: <RackIcon />,
        href: paths.rack(gear.record.rack.id, { device: `${gear.kind}-${gear.record.id}` }),
      },
      impact(gear.kind, gear.record.id),
      { kind: 'line' },
      { label: t('commands.edit'), icon: <Pencil />, onSelect: () => ask({ ...gear, command: 'edit' }) },
      {
        label: t(`delete.${gear.kind}`),
        icon: <DeleteIcon />,
        danger: true,
        onSelect: () => ask({ ...gear, command: 'delete' }),
      },
    ],
    [ask, impact, poll, t],
  )
  return { entries, poll, askPoll, ask, dialogs }
}
