'use client'
import { createElement, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Health } from '../../server/domain/problem/health.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { usePlaceWords } from '../datacenter/place.ts'
import type { PaletteItem } from '../frame/palette-types.ts'
import { HealthMark } from '../health/health-state.tsx'
import { paths } from '../paths.ts'
import { ChassisIcon, LocationIcon, NetworkSwitchIcon, PduIcon, RackIcon, ServerIcon, VlanIcon } from '../ui/icons.tsx'

const markOf = (health: Health) => createElement(HealthMark, { health })

type Asked = { query: { search: string; limit: string } }

/** Objects of the data centre that the palette finds; a user's are the servers of his own. */
export function useDatacenterHits() {
  const t = useTranslations('dc.palette')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const place = usePlaceWords()
  return useCallback(
    async (asked: Asked, signal: AbortSignal): Promise<{ items: PaletteItem[]; size: number }> => {
      const none = { list: [], size: 0 }
      const [servers, racks, chassis, locations, vlans, switches, pdus] = await Promise.all([
        dci.server.list.query(asked, { signal }),
        isAdmin ? dci.rack.list.query(asked, { signal }) : none,
        isAdmin ? dci.chassis.list.query(asked, { signal }) : none,
        isAdmin ? dci.location.list.query(asked, { signal }) : none,
        isAdmin ? dci.vlan.list.query(asked, { signal }) : none,
        isAdmin ? dci.switch.list.query(asked, { signal }) : none,
        isAdmin ? dci.pdu.list.query(asked, { signal }) : none,
      ])
      const items: PaletteItem[] = [
        ...servers.list.map((server) => ({
          id: `server ${server.id}`,
          icon: ServerIcon,
          title: server.name,
          detail: place(server),
          aside: markOf(server.health),
          href: paths.server(server.id),
        })),
        ...racks.list.map((rack) => ({
          id: `rack ${rack.id}`,
          icon: RackIcon,
          title: rack.name,
          detail: t('rack', { location: rack.location.name }),
          aside: markOf(rack.health),
          href: paths.rack(rack.id),
        })),
        ...switches.list.map((one) => ({
          id: `switch ${one.id}`,
          icon: NetworkSwitchIcon,
          title: one.name,
          detail: t('switch', { location: one.location.name }),
          aside: markOf(one.health),
          href: paths.switch(one.id),
        })),
        ...pdus.list.map((one) => ({
          id: `pdu ${one.id}`,
          icon: PduIcon,
          title: one.name,
          detail: t('pdu', { location: one.location.name }),
          aside: markOf(one.health),
          href: paths.pdu(one.id),
        })),
        ...chassis.list.map((one) => ({
          id: `chassis ${one.id}`,
          icon: ChassisIcon,
          title: one.name,
          detail: t('chassis', { rack: one.rack_name }),
          href: paths.chassis(one.id),
        })),
        ...locations.list.map((location) => ({
          id: `location ${location.id}`,
          icon: LocationIcon,
          title: location.name,
          detail: location.geolocation || t('location'),
          aside: markOf(location.health),
          href: paths.location(location.id),
        })),
        ...vlans.list.map((vlan) => ({
          id: `vlan ${vlan.location_id} ${vlan.id}`,
          icon: VlanIcon,
          title: vlan.name,
          detail: t('vlan', { id: vlan.id, location: vlan.location_name }),
          href: paths.vlan(vlan.location_id, vlan.id),
        })),
      ]
      const lists = [servers, racks, chassis, locations, vlans, switches, pdus]
      return { items, size: lists.reduce((sum, list) => sum + list.size, 0) }
    },
    [dci, isAdmin, place, t],
  )
}
