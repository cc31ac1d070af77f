'use client'
import { useMemo } from 'react'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { NEW, paths } from '../paths.ts'
import type { LoadOptions, Option } from '../ui/controls/use-options.ts'

type Row = { id: number; name?: string; email?: string }
type Found<Of> = { list: readonly Of[]; size: number }
type Asked = { query: { search?: string; where?: string; orderby?: string; limit?: string } }
type List<Of> = (asked: Asked, options: { signal: AbortSignal }) => Promise<Found<Of>>
type More<Of> = {
  hint?: (row: Of) => string
  orderby?: 'name' | 'email'
  /** Leaves out what cannot be chosen. */
  where?: string
  /** The page where the first one is added, for those who may. */
  addAt?: string | undefined
}

/** A typeahead over a list of the API, and the names of ids that are known already; ids without an object are left out. */
export type Loader = { load: LoadOptions; resolve: (ids: readonly string[], signal: AbortSignal) => Promise<Option[]> }

function pair<Of extends Row>(list: List<Of>, { hint, orderby = 'name', where, addAt }: More<Of> = {}): Loader {
  const option = (row: Of): Option => ({
    value: String(row.id),
    label: row.name ?? row.email ?? String(row.id),
    ...(hint && { hint: hint(row) }),
  })
  return {
    async load(search, signal) {
      const asked = { search, orderby, limit: '0,20', ...(where !== undefined && { where }) }
      const found = await list({ query: asked }, { signal })
      return { list: found.list.map(option), size: found.size, ...(addAt !== undefined && { addAt }) }
    },
    async resolve(ids, signal) {
      const these = `id IN (${ids.map(Number).filter(Number.isSafeInteger).join(',')})`
      return (await list({ query: { where: these, limit: `0,${ids.length}` } }, { signal })).list.map(option)
    },
  }
}

/** Typeaheads over the objects that others refer to; the server searches. */
export function useLoaders() {
  const { vm, dci } = useTRPCClient()
  const { isAdmin } = useMe()
  return useMemo(() => {
    const at = (path: string) => ({ addAt: isAdmin ? path : undefined })
    const storages = (where: string) => pair(vm.storage.list.query, { where, ...at(paths.storages(NEW)) })
    return {
      locations: pair(dci.location.list.query, { hint: (one) => one.geolocation, ...at(paths.locations(NEW)) }),
      racks: pair(dci.rack.list.query, {
        hint: (one) => one.location.name,
        ...at(paths.racks({ view: 'table', ...NEW })),
      }),
      chassis: pair(dci.chassis.list.query, { hint: (one) => one.rack_name, ...at(paths.newChassis()) }),
      platforms: pair(dci.platform.list.query, { hint: (one) => one.cpu_socket_name, ...at(paths.hardware(NEW)) }),
      sockets: pair(dci.cpuSocket.list.query, at(paths.hardware({ tab: 'sockets', ...NEW }))),
      osTemplates: pair(dci.osTemplate.list.query),
      servers: pair(dci.server.list.query, { hint: (one) => one.location.name, ...at(paths.newServer()) }),
      networks: pair(dci.ipmgr.ipnet.list.query, at(paths.networks(NEW))),
      pools: pair(vm.ippool.list.query, at(paths.addresses(NEW))),
      clusters: pair(vm.cluster.list.query, at(paths.clusters(NEW))),
      nodes: pair(vm.node.list.query, at(paths.newNode())),
      accounts: pair(vm.account.list.query, { orderby: 'email' }),
      systems: pair(vm.os.list.query, at(paths.images())),
      presets: pair(vm.preset.list.query, at(paths.presets(NEW))),
      backupLocations: pair(vm.backupLocation.list.query, at(paths.backupLocations(NEW))),
      hosts: pair(vm.host.list.query),
      disks: pair(vm.disk.list.query),
      /** Those that are enabled, of a cluster or of all. */
      storagesOf: (cluster: number | null) =>
        storages(`(enabled EQ true)${cluster === null ? '' : ` AND (cluster.id EQ ${cluster})`}`),
    }
  }, [vm, dci, isAdmin])
}

/** A picked object, as a form keeps it. */
export const pickedId = (option: { value: string } | null): number | null => (option ? Number(option.value) : null)
