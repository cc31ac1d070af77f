'use client'
import { useMemo } from 'react'
import type { TargetKind } from '../../server/domain/schedule/kinds.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useLoaders } from '../resource/vm-loaders.ts'
import type { LoadOptions, Option } from '../ui/controls/use-options.ts'

export const pickedKinds = [
  'clusters',
  'nodes',
  'hosts',
  'presets',
  'disks',
  'backup_locations',
] as const satisfies readonly (TargetKind | 'backup_locations')[]
export type PickedKind = (typeof pickedKinds)[number]
/** Names of objects by their ids; ids without an object are left out. */
export type NameIds = (ids: readonly number[], signal?: AbortSignal) => Promise<Option[]>

type Found = { list: readonly { id: number; name: string }[]; size: number }
const options = ({ list }: Found): Option[] => list.map(({ id, name }) => ({ value: String(id), label: name }))
const found = (answer: Found) => ({ list: options(answer), size: answer.size })

/** Pickers of what a schedule names, and the names of what it names already. */
export function useTargetLoaders() {
  const { vm } = useTRPCClient()
  const { backupLocations, clusters, nodes, presets } = useLoaders()
  return useMemo(() => {
    const asked = (search: string) => ({ query: { search, orderby: 'name', limit: '0,20' } })
    const load: Record<PickedKind, LoadOptions> = {
      ...{ clusters, nodes, presets },
      hosts: async (search, signal) => found(await vm.host.list.query(asked(search), { signal })),
      disks: async (search, signal) => found(await vm.disk.list.query(asked(search), { signal })),
      backup_locations: backupLocations,
    }
    const these = (ids: readonly number[]) => ({
      query: { where: `id IN (${ids.join(',')})`, limit: `0,${ids.length}` },
    })
    const names: Record<PickedKind, NameIds> = {
      clusters: async (ids) => options(await vm.cluster.list.query(these(ids))),
      nodes: async (ids) => options(await vm.node.list.query(these(ids))),
      hosts: async (ids) => options(await vm.host.list.query(these(ids))),
      presets: async (ids) => options(await vm.preset.list.query(these(ids))),
      disks: async (ids) => options(await vm.disk.list.query(these(ids))),
      backup_locations: async (ids) => options(await vm.backupLocation.list.query(these(ids))),
    }
    return { load, names }
  }, [vm, backupLocations, clusters, nodes, presets])
}
