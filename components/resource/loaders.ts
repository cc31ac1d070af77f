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
type Shown<Of> = {
  /** Default `name`. */
  orderby?: string
  /** How many are shown. Default 20. */
  first?: number
  /** Leaves out what cannot be chosen. */
  where?: string | undefined
  /** The page where the first one is added, for those who may. */
  addAt?: string | undefined
  /** What stands in the list beside id and name. */
  more?: (row: Of) => Partial<Option>
}

const optionFor = <Of extends Row>(row: Of, more?: Shown<Of>['more']): Option => ({
  value: String(row.id),
  label: row.name ?? row.email ?? String(row.id),
  ...more?.(row),
})

/** A typeahead over a list of the API: the server searches, the first are shown. */
export const typeahead =
  <Of extends Row>(list: List<Of>, { orderby = 'name', first = 20, where, addAt, more }: Shown<Of> = {}): LoadOptions =>
  async (search, signal) => {
    const query = { search, orderby, limit: `0,${first}`, ...(where !== undefined && { where }) }
    const found = await list({ query }, { signal })
    const options = found.list.map((row) => optionFor(row, more))
    return { list: options, size: found.size, ...(addAt !== undefined && { addAt }) }
  }

/** Two of them as one, the first one's options above. */
export const together =
  (first: LoadOptions, second: LoadOptions): LoadOptions =>
  async (search, signal) => {
    const [above, below] = await Promise.all([first(search, signal), second(search, signal)])
    const size = (above.size ?? 0) + (below.size ?? 0)
    return { list: [...above.list, ...below.list], size }
  }

/** A typeahead, and the names of ids that are known already; ids without an object are left out. */
export type Loader = { load: LoadOptions; resolve: (ids: readonly string[], signal: AbortSignal) => Promise<Option[]> }

const pair = <Of extends Row>(list: List<Of>, shown: Shown<Of> = {}): Loader => ({
  load: typeahead(list, shown),
  async resolve(ids, signal) {
    const where = `id IN (${ids.map(Number).filter(Number.isSafeInteger).join(',')})`
    const found = await list({ query: { where, limit: `0,${ids.length}` } }, { signal })
    return found.list.map((row) => optionFor(row, shown.more))
  },
})

/** Typeaheads over the objects that others refer to; the server searches. */
export function useLoaders() {
  const { vm, dci } = useTRPCClient()
  const { isAdmin } = useMe()
  return useMemo(() => {
    const at = (path: string) => ({ addAt: isAdmin ? path : undefined })
    const storages = (where: string) => pair(vm.storage.list.query, { where, ...at(paths.storages(NEW)) })
    return {
      locations: pair(dci.location.list.query, {
        more: (one) => ({ hint: one.geolocation }),
        ...at(paths.locations(NEW)),
      }),
      racks: pair(dci.rack.list.query, {
        more: (one) => ({ hint: one.location.name }),
        ...at(paths.racks({ view: 'table', ...NEW })),
      }),
      chassis: pair(dci.chassis.list.query, { more: (one) => ({ hint: one.rack_name }), ...at(paths.newChassis()) }),
      platforms: pair(dci.platform.list.query, {
        more: (one) => ({ hint: one.cpu_socket_name }),
        ...at(paths.hardware(NEW)),
      }),
      sockets: pair(dci.cpuSocket.list.query, at(paths.hardware({ tab: 'sockets', ...NEW }))),
      osTemplates: pair(dci.osTemplate.list.query),
      servers: pair(dci.server.list.query, { more: (one) => ({ hint: one.location.name }), ...at(paths.newServer()) }),
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
