'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Rack } from '../../server/domain/rack/schema.ts'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { paths } from '../paths.ts'
import {
  ChassisIcon,
  DeleteIcon,
  LockIcon,
  MigrateIcon,
  NetworkSwitchIcon,
  PduIcon,
  RackIcon,
  ServerIcon,
} from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const RackDialogs = lazy(() => import('./rack-dialogs.tsx'))

/** What the dialogs need to know of a rack. */
export type RackPart = Pick<
  Rack,
  'id' | 'name' | 'size' | 'note' | 'version' | 'location' | 'hall_row' | 'hall_place' | 'device_count'
>

/** What asks something first; `create` belongs to no rack yet, `unit` is where the person pointed. */
export type RackAsking =
  | { command: 'create'; location?: { id: number; name: string } }
  | { command: 'edit' | 'delete' | 'place'; rack: RackPart }
  | { command: 'reserve' | 'add' | 'addServer' | 'addChassis'; rack: RackPart; unit: number | null }

/** The one definition of what can be done to a rack. Put `dialogs` on the page once. */
export function useRackActions() {
  const t = useTranslations('racks')
  const impact = useImpactEntry()
  const [asked, ask] = useState<RackAsking | null>(null)
  const entries = useCallback(
    (rack: RackPart): MenuEntry[] => [
      { label: t('commands.open'), icon: <RackIcon />, href: paths.rack(rack.id) },
      impact('rack', rack.id),
      { kind: 'line' },
      { label: t('commands.edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', rack }) },
      { label: t('commands.place'), icon: <MigrateIcon />, onSelect: () => ask({ command: 'place', rack }) },
      {
        label: t('commands.delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(rack.device_count > 0 && {
          disabledReason: t('refusals.inUse', { count: rack.device_count }),
          fix: { label: t('commands.open'), href: paths.rack(rack.id) },
        }),
        onSelect: () => ask({ command: 'delete', rack }),
      },
    ],
    [impact, t],
  )
  const addEntries = useCallback(
    (rack: RackPart, unit: number | null): MenuEntry[] => {
      const query = { rack: rack.id, ...(unit !== null && { unit }) }
      return [
        {
          label: t('kinds.server'),
          icon: <ServerIcon />,
          onSelect: () => ask({ command: 'addServer', rack, unit }),
        },
        {
          label: t('kinds.chassis'),
          icon: <ChassisIcon />,
          onSelect: () => ask({ command: 'addChassis', rack, unit }),
        },
        { label: t('kinds.switch'), icon: <NetworkSwitchIcon />, href: paths.newSwitch(query) },
        { label: t('kinds.pdu'), icon: <PduIcon />, href: paths.newPdu(query) },
        { kind: 'line' },
        { label: t('commands.reserve'), icon: <LockIcon />, onSelect: () => ask({ command: 'reserve', rack, unit }) },
      ]
    },
    [t],
  )
  const dialogs: ReactNode = asked ? (
    <Suspense>
      <RackDialogs asked={asked} ask={ask} addEntries={addEntries} onClose={() => ask(null)} />
    </Suspense>
  ) : null
  return { entries, addEntries, ask, dialogs }
}
