'use client'
import { useTranslations } from 'use-intl'
import type { DrawnDevice, FloorRack } from '../../../server/domain/rack/diagram.ts'
import { paths } from '../../paths.ts'
import { RackIcon } from '../../ui/display/icons.tsx'
import { PointMenu } from '../../ui/floating/menu.tsx'
import type { MenuEntry } from '../../ui/floating/menu-entries.ts'
import DeviceMenu from '../device-menu.tsx'

export type FloorMenuAt = {
  x: number
  y: number
  rack: FloorRack
  device: { kind: DrawnDevice['kind']; id: number; name: string } | null
}

/** The menu of the device under the pointer; by the menu key, which points at none, all devices of the rack, each leading to its menus. */
export default function FloorMenu({ at, onClose }: { at: FloorMenuAt | null; onClose: () => void }) {
  const t = useTranslations('racks')
  const device = at?.device
  const rack = at && !device ? at.rack : null
  const entries: MenuEntry[] = rack
    ? [
        { label: t('menu.openRack'), icon: <RackIcon />, href: paths.rack(rack.id) },
        { kind: 'line' },
        ...rack.devices
          .filter(({ kind }) => kind !== 'reserved')
          .toSorted((a, b) => b.unit - a.unit)
          .map(({ kind, id, name }) => ({ label: name, href: paths.rack(rack.id, { device: `${kind}-${id}` }) })),
      ]
    : []
  return (
    <>
      <PointMenu
        at={at && rack ? { x: at.x, y: at.y } : null}
        onClose={onClose}
        label={rack?.name ?? ''}
        entries={entries}
      />
      <DeviceMenu
        at={at && device ? { picked: device, name: device.name, x: at.x, y: at.y } : null}
        onClose={onClose}
      />
    </>
  )
}
