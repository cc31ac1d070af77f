'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Rack } from '../../server/domain/rack/schema.ts'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { paths } from '../paths.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import {
  ChassisIcon,
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
  | Asking<RackPart, 'place', { location?: { id: number; name: string } }>
  | { command: 'reserve' | 'addServer' | 'addChassis'; record: RackPart; unit: number | null }
  | { command: 'add'; record: RackPart; unit: number | null; entries: MenuEntry[] }

/** The one definition of what can be done to a rack. Put `dialogs` on the page once. */
export function useRackActions() {
  const t = useTranslations('racks')
  const impact = useImpactEntry()
  const { ask, dialogs, edit, remove, createButton } = useRecordActions<RackPart, RackAsking>('racks', RackDialogs)
  const entries = useCallback(
    (rack: RackPart): MenuEntry[] => [
      { label: t('commands.open'), icon: <RackIcon />, href: paths.rack(rack.id) },
      impact('rack', rack.id),
      { kind: 'line' },
      edit(rack),
      {
        label: t('commands.place'),
        icon: <MigrateIcon />,
        onSelect: () => ask({ command: 'place', record: rack }),
      },
      remove(
        rack,
        rack.device_count > 0 && {
          disabledReason: t('inUse', { count: rack.device_count }),
          fix: { label: t('commands.open'), href: paths.rack(rack.id) },
        },
      ),
    ],
    [ask, edit, remove, impact, t],
  )
  const addEntries = useCallback(
    (rack: RackPart, unit: number | null): MenuEntry[] => {
      const query = { rack: rack.id, ...(unit !== null && { unit }) }
      return [
        {
          label: t('kinds.server'),
          icon: <ServerIcon />,
          onSelect: () => ask({ command: 'addServer', record: rack, unit }),
        },
        {
          label: t('kinds.chassis'),
          icon: <ChassisIcon />,
          onSelect: () => ask({ command: 'addChassis', record: rack, unit }),
        },
        { label: t('kinds.switch'), icon: <NetworkSwitchIcon />, href: paths.newSwitch(query) },
        { label: t('kinds.pdu'), icon: <PduIcon />, href: paths.newPdu(query) },
        { kind: 'line' },
        {
          label: t('commands.reserve'),
          icon: <LockIcon />,
          onSelect: () => ask({ command: 'reserve', record: rack, unit }),
        },
      ]
    },
    [ask, t],
  )
  /** After a click on a free unit: what shall stand there? */
  const add = (record: RackPart, unit: number | null) =>
    ask({ command: 'add', record, unit, entries: addEntries(record, unit) })
  return { entries, addEntries, add, ask, dialogs, createButton }
}
