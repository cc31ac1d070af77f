import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { presetTypes, suitsCluster } from '../../../server/domain/preset/kinds.ts'
import { useTRPC } from '../../api/trpc.ts'
import type { NewHost } from './rules.ts'

/** Cards in sight; more presets are found by typing. */
const SHOWN = 12
const ORDER = 'cpu_number,ram_mib,hdd_mib,id'

/**
 * The presets that VMs of a cluster can be made with, smallest first; those of virtual machines until a cluster is chosen.
 * @param kept the one that the form has chosen; it may be out of sight, or of a draft and deleted since: `gone`
 */
export function usePresets(kept: NewHost['preset'], cluster: NewHost['cluster']) {
  const trpc = useTRPC()
  const home = useQuery({
    ...trpc.vm.cluster.get.queryOptions({ params: { cluster_id: Number(cluster?.value ?? 0) } }),
    enabled: cluster !== null,
  }).data
  const isKnown = cluster === null || home !== undefined
  const kind = `virtualization_type EQ '${presetTypes.find((type) => suitsCluster(type, home?.virtualization_type ?? 'kvm'))}'`
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const ask = (where: string, more: { search?: string } = {}) => ({
    ...trpc.vm.preset.list.queryOptions({ query: { where, orderby: ORDER, limit: `0,${SHOWN}`, ...more } }),
    placeholderData: keepPreviousData,
  })
  const all = useQuery({ ...ask(kind), enabled: isKnown })
  const found = useQuery({ ...ask(kind, { search }), enabled: isKnown && search !== '' })
  const list = (search === '' ? all.data : (found.data ?? all.data))?.list ?? []
  const known = [...list, ...(all.data?.list ?? [])].find(({ id }) => id === kept?.id)
  const one = useQuery({
    ...ask(`${kind} AND id EQ ${kept?.id ?? 0}`),
    enabled: kept !== null && all.data !== undefined && !all.isPlaceholderData && !known,
  })
  const asked = kept !== null && !known && !one.isPlaceholderData ? one.data : undefined
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
