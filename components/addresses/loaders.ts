'use client'
import { useMemo } from 'react'
import { useTRPCClient } from '../api/trpc.ts'
import { optionOf } from '../form/option-of.ts'
import type { LoadOptions, Option } from '../ui/controls/use-options.ts'

const FIRST = '0,20'
type Found = { list: readonly { id: number; name: string }[]; size: number }

const toOptions = ({ list, size }: Found): { list: Option[]; size: number } => ({
  list: list.map(optionOf),
  size,
})
const byIds = (values: readonly string[]) => ({
  where: `id IN (${values.map(Number).filter(Number.isSafeInteger).join(',')})`,
})

/** Typeaheads over pools and networks, and the names of those that a filter brought by id. */
export function useAddressLoaders() {
  const { vm, dci } = useTRPCClient()
  return useMemo(() => {
    const pools: LoadOptions = async (search, signal) =>
      toOptions(await vm.ippool.list.query({ query: { search, orderby: 'name', limit: FIRST } }, { signal }))
    const networks: LoadOptions = async (search, signal) =>
      toOptions(await dci.ipmgr.ipnet.list.query({ query: { search, orderby: 'name', limit: FIRST } }, { signal }))
    const named = {
      pools: async (values: readonly string[], signal: AbortSignal) =>
        toOptions(await vm.ippool.list.query({ query: byIds(values) }, { signal })).list,
      networks: async (values: readonly string[], signal: AbortSignal) =>
        toOptions(await dci.ipmgr.ipnet.list.query({ query: byIds(values) }, { signal })).list,
    }
    return { pools, networks, named }
  }, [vm, dci])
}
