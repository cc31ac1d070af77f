'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readEvery } from '../api/readings.ts'
import { useTRPC } from '../api/trpc.ts'
import type { PortRates } from './face/face-plan.ts'

/** All ports of a switch; a device has 4,096 at most. */
export function useSwitchPorts(switch_id: number) {
  const trpc = useTRPC()
  return useQuery(
    trpc.dci.switch.port.list.queryOptions({ params: { switch_id }, query: { orderby: 'if_index', limit: '0,4096' } }),
  )
}

/** Names of the VLANs of a location, by number. */
export function useVlanNames(location_id: number): ReadonlyMap<number, string> {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.dci.vlan.inLocation.queryOptions({ params: { location_id }, query: { limit: '0,4094' } }),
  )
  return useMemo(() => new Map(data?.list.map(({ id, name }) => [id, name])), [data])
}

/** What passes the ports of a switch now. Counting is no change that pages hear of, so it is read anew as often as it is done. */
export function useRates(switch_id: number): ReadonlyMap<number, PortRates> {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.dci.switch.traffic.queryOptions({ params: { switch_id }, query: {} }, { refetchInterval: readEvery.traffic }),
  )
  return useMemo(
    () => new Map(data?.list.map((one) => [one.port, { in_bps: one.in, out_bps: one.out, errors: one.errors / 60 }])),
    [data],
  )
}
