'use client'
import { useMemo } from 'react'
import { useTRPCClient } from '../api/trpc.ts'
import type { LoadOptions } from '../ui/controls/use-options.ts'

const FIRST = '0,20'

/** Typeahead over the tags of storages. */
export function useTagLoader(): LoadOptions {
  const { vm } = useTRPCClient()
  return useMemo(
    () => async (search, signal) => {
      const { list, size } = await vm.tag.list.query({ query: { search, orderby: 'name', limit: FIRST } }, { signal })
      return { list: list.map(({ id, name }) => ({ value: String(id), label: name })), size }
    },
    [vm],
  )
}
