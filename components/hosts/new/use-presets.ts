import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTRPC } from '../../api/trpc.ts'
import type { NewHost } from './rules.ts'

/** Cards in sight; more presets are found by typing. */
const SHOWN = 12
const KIND = "virtualization_type EQ 'kvm'"
const ORDER = 'cpu_number,ram_mib,hdd_mib,id'

/**
 * The presets that VMs can be made with, smallest first.
 * @param kept the one that the form has chosen; it may be out of sight, or of a draft and deleted since: `gone`
 */
export function usePresets(kept: NewHost['preset']) {
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const ask = (where: string, more: { search?: string } = {}) =>
    trpc.vm.preset.list.queryOptions({ query: { where, orderby: ORDER, limit: `0,${SHOWN}`, ...more } })
  const all = useQuery(ask(KIND))
  const found = useQuery({ ...ask(KIND, { search }), enabled: search !== '', placeholderData: keepPreviousData })
  const list = (search === '' ? all.data : (found.data ?? all.data))?.list ?? []
  const known = [...list, ...(all.data?.list ?? [])].find(({ id }) => id === kept?.id)
  const one = useQuery({
    ...ask(`${KIND} AND id EQ ${kept?.id ?? 0}`),
    enabled: kept !== null && all.data !== undefined && !known,
  })
  const asked = kept !== null && !known ? one.data : undefined
  return {
    list,
    size: all.data?.size ?? 0,
    isCut: (all.data?.size ?? 0) > SHOWN,
    text,
    setText,
    search,
    chosen: known ?? asked?.list[0],
    gone: asked?.size === 0,
  }
}
export type Presets = ReturnType<typeof usePresets>
