'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { useChassisActions } from '../chassis/use-chassis-actions.tsx'
import { useDeviceActions } from '../devices/use-device-actions.tsx'
import { HealthMark } from '../health/health-state.tsx'
import { usePlaceLabel } from '../locations/place.ts'
import { useLocationActions } from '../locations/use-location-actions.tsx'
import { paths } from '../paths.ts'
import { usePowerMenu } from '../power/use-power-menu.tsx'
import { useRackActions } from '../racks/use-rack-actions.tsx'
import { useServerActions } from '../servers/use-server-actions.tsx'
import {
  ChassisIcon,
  LocationIcon,
  NetworkSwitchIcon,
  PduIcon,
  RackIcon,
  ServerIcon,
  VlanIcon,
} from '../ui/display/icons.tsx'
import { useVlanActions } from '../vlans/use-vlan-actions.tsx'
import { byIds, knownBy, type ObjectKind } from './object-kind.ts'

type Kinds = Record<'server' | 'rack' | 'switch' | 'pdu' | 'chassis' | 'location' | 'vlan' | 'port', ObjectKind>

/** Servers, racks and what is in them, with the actions that their menus have. */
export function useDatacenterKinds() {
  const t = useTranslations('dc.palette')
  const { dci } = useTRPCClient()
  const place = usePlaceLabel()
  const servers = useServerActions()
  const power = usePowerMenu()
  const racks = useRackActions()
  const device = useDeviceActions()
  const chassis = useChassisActions()
  const locations = useLocationActions()
  const vlans = useVlanActions()
  const actions = {
    server: servers.entries,
    power: power.entries,
    rack: racks.entries,
    device: device.entries,
    chassis: chassis.entries,
    location: locations.entries,
    vlan: vlans.entries,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions themselves, not the object around them
  const kinds = useMemo(
    (): Kinds => ({
      server: {
        icon: ServerIcon,
        href: ({ id }) => paths.server(id),
        detail: ({ facts: [location, rack] }) => [location, rack].filter(Boolean).join(' › '),
        read: async (found, signal) =>
          knownBy((await dci.server.list.query(byIds(found), { signal })).list, (server) => ({
            detail: place(server),
            aside: <HealthMark health={server.health} />,
            entries: [...actions.power(server), ...actions.server(server)],
          })),
      },
      rack: {
        icon: RackIcon,
        href: ({ id }) => paths.rack(id),
        detail: ({ facts: [location] }) => t('rack', { location: location ?? '' }),
        read: async (found, signal) =>
          knownBy((await dci.rack.list.query(byIds(found), { signal })).list, (rack) => ({
            aside: <HealthMark health={rack.health} />,
            entries: actions.rack(rack),
          })),
      },
      switch: {
        icon: NetworkSwitchIcon,
        href: ({ id }) => paths.switch(id),
        detail: ({ facts: [location] }) => t('switch', { location: location ?? '' }),
        read: async (found, signal) =>
          knownBy((await dci.switch.list.query(byIds(found), { signal })).list, (record) => ({
            aside: <HealthMark health={record.health} />,
            entries: actions.device({ kind: 'switch', record }),
          })),
      },
      pdu: {
        icon: PduIcon,
        href: ({ id }) => paths.pdu(id),
        detail: ({ facts: [location] }) => t('pdu', { location: location ?? '' }),
        read: async (found, signal) =>
          knownBy((await dci.pdu.list.query(byIds(found), { signal })).list, (record) => ({
            aside: <HealthMark health={record.health} />,
            entries: actions.device({ kind: 'pdu', record }),
          })),
      },
      chassis: {
        icon: ChassisIcon,
        href: ({ id }) => paths.chassis(id),
        detail: ({ facts: [rack] }) => t('chassis', { rack: rack ?? '' }),
        read: async (found, signal) =>
          knownBy((await dci.chassis.list.query(byIds(found), { signal })).list, (one) => ({
            entries: actions.chassis(one),
          })),
      },
      location: {
        icon: LocationIcon,
        href: ({ id }) => paths.location(id),
        detail: ({ facts: [geolocation] }) => geolocation || t('location'),
        read: async (found, signal) =>
          knownBy((await dci.location.list.query(byIds(found), { signal })).list, (location) => ({
            aside: <HealthMark health={location.health} />,
            entries: actions.location(location),
          })),
      },
      vlan: {
        icon: VlanIcon,
        href: ({ id, within }) => paths.vlan(within ?? 0, id),
        detail: ({ id, facts: [location] }) => t('vlan', { id, location: location ?? '' }),
        read: async (found, signal) => {
          const where = found.map(({ id, within }) => `(id EQ ${id} AND location_id EQ ${within})`).join(' OR ')
          const { list } = await dci.vlan.list.query({ query: { where, limit: `0,${found.length}` } }, { signal })
          return knownBy(
            list,
            (vlan) => ({ entries: actions.vlan(vlan) }),
            (vlan) => `${vlan.location_id}.${vlan.id}`,
          )
        },
      },
      port: {
        icon: NetworkSwitchIcon,
        href: ({ id, within }) => paths.switchPort(within ?? 0, id),
        detail: ({ facts: [device, server] }) =>
          server ? t('portOf', { device: device ?? '', server }) : t('port', { device: device ?? '' }),
      },
    }),
    [dci, place, t, ...Object.values(actions)],
  )
  const dialogs = [servers, power, racks, device, chassis, locations, vlans].map((one) => one.dialogs)
  return { kinds, dialogs, asks: { rack: racks.ask, location: locations.ask, vlan: vlans.ask } }
}
