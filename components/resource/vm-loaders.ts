'use client'
import { useMemo } from 'react'
import { useTRPCClient } from '../api/trpc.ts'
import type { LoadOptions, Option } from '../ui/controls/use-options.ts'

const FIRST = '0,20'
type Found = { list: readonly { id: number; name?: string; email?: string }[]; size: number }

const toOptions = ({ list, size }: Found): { list: Option[]; size: number } => ({
  list: list.map((row) => ({ value: String(row.id), label: row.name ?? row.email ?? String(row.id) })),
  size,
})

const ids = (values: readonly string[]) => `id IN (${values.map(Number).filter(Number.isSafeInteger).join(',')})`

/** Typeaheads over the objects a VM refers to; the server searches. Names of ids for filters likewise. */
export function useLoaders() {
  const { vm } = useTRPCClient()
  return useMemo(() => {
    const clusters: LoadOptions = async (search, signal) =>
      toOptions(await vm.cluster.list.query({ query: { search, orderby: 'name', limit: FIRST } }, { signal }))
    const nodes: LoadOptions = async (search, signal) =>
      toOptions(await vm.node.list.query({ query: { search, orderby: 'name', limit: FIRST } }, { signal }))
    const accounts: LoadOptions = async (search, signal) =>
      toOptions(await vm.account.list.query({ query: { search, orderby: 'email', limit: FIRST } }, { signal }))
    const systems: LoadOptions = async (search, signal) =>
      toOptions(await vm.os.list.query({ query: { search, orderby: 'name', limit: FIRST } }, { signal }))
    const presets: LoadOptions = async (search, signal) =>
      toOptions(await vm.preset.list.query({ query: { search, orderby: 'name', limit: FIRST } }, { signal }))
    const backupLocations: LoadOptions = async (search, signal) =>
      toOptions(await vm.backupLocation.list.query({ query: { search, orderby: 'name', limit: FIRST } }, { signal }))
    const storagesOf =
      (cluster: number | null): LoadOptions =>
      async (search, signal) =>
        toOptions(
          await vm.storage.list.query(
            {
              query: {
                search,
                where: `(enabled EQ true)${cluster === null ? '' : ` AND (cluster.id EQ ${cluster})`}`,
                orderby: 'name',
                limit: FIRST,
              },
            },
            { signal },
          ),
        )
    const named = {
      clusters: async (values: readonly string[], signal: AbortSignal) =>
        toOptions(await vm.cluster.list.query({ query: { where: ids(values) } }, { signal })).list,
      nodes: async (values: readonly string[], signal: AbortSignal) =>
        toOptions(await vm.node.list.query({ query: { where: ids(values) } }, { signal })).list,
      accounts: async (values: readonly string[], signal: AbortSignal) =>
        toOptions(await vm.account.list.query({ query: { where: ids(values) } }, { signal })).list,
      systems: async (values: readonly string[], signal: AbortSignal) =>
        toOptions(await vm.os.list.query({ query: { where: ids(values) } }, { signal })).list,
      presets: async (values: readonly string[], signal: AbortSignal) =>
        toOptions(await vm.preset.list.query({ query: { where: ids(values) } }, { signal })).list,
      backupLocations: async (values: readonly string[], signal: AbortSignal) =>
        toOptions(await vm.backupLocation.list.query({ query: { where: ids(values) } }, { signal })).list,
    }
    return { backupLocations, clusters, nodes, accounts, systems, presets, storagesOf, named }
  }, [vm])
}
