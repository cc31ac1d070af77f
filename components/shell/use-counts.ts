'use client'
import { useQueries } from '@tanstack/react-query'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import type { NavCounts } from './nav.ts'

/** Only the size of a list, none of its rows. */
const size = { query: { limit: '0' } }
const none = { query: { limit: 0 } }

/** How many objects there are, and how much is wrong: one request together. */
export function useCounts(): { counts: NavCounts; faults: number; warnings: number } {
  const { isAdmin } = useMe()
  const trpc = useTRPC()
  const only = { enabled: isAdmin }
  const [
    hosts,
    problems,
    clusters,
    nodes,
    images,
    users,
    servers,
    racks,
    chassis,
    locations,
    vlans,
    switches,
    pdus,
    controllers,
  ] = useQueries({
    queries: [
      trpc.vm.host.list.queryOptions(size),
      trpc.vm.problem.list.queryOptions(none),
      trpc.vm.cluster.list.queryOptions(size, only),
      trpc.vm.node.list.queryOptions(size, only),
      trpc.vm.os.list.queryOptions(size, only),
      trpc.auth.user.list.queryOptions(size, only),
      trpc.dci.server.list.queryOptions(size),
      trpc.dci.rack.list.queryOptions(size, only),
      trpc.dci.chassis.list.queryOptions(size, only),
      trpc.dci.location.list.queryOptions(size, only),
      trpc.dci.vlan.list.queryOptions(size, only),
      trpc.dci.switch.list.queryOptions(size, only),
      trpc.dci.pdu.list.queryOptions(size, only),
      trpc.dci.ipmi.list.queryOptions(size, only),
    ],
  })
  const counts = {
    hosts: hosts.data?.size,
    clusters: clusters.data?.size,
    nodes: nodes.data?.size,
    images: images.data?.size,
    users: users.data?.size,
    servers: servers.data?.size,
    racks: racks.data?.size,
    chassis: chassis.data?.size,
    locations: locations.data?.size,
    vlans: vlans.data?.size,
    switches: switches.data?.size,
    pdus: pdus.data?.size,
    controllers: controllers.data?.size,
  }
  return {
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined)) as NavCounts,
    faults: problems.data?.faults ?? 0,
    warnings: problems.data?.warnings ?? 0,
  }
}
