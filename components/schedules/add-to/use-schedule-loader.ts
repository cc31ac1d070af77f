'use client'
import { useTRPCClient } from '../../api/trpc.ts'
import type { LoadOptions } from '../../ui/controls/use-options.ts'
import { useScheduleName, useWhen } from '../time-words.ts'

/** Typeahead over the schedules; beside each name when it starts. */
export function useScheduleLoader(): LoadOptions {
  const { vm } = useTRPCClient()
  const nameOf = useScheduleName()
  const when = useWhen()
  return async (search, signal) => {
    const query = { search, orderby: 'name', limit: '0,20' }
    const { list, size } = await vm.schedule.list.query({ query }, { signal })
    const option = (one: (typeof list)[number]) => ({
      value: String(one.id),
      label: nameOf(one),
      hint: when({ type: one.type, ...one.start_time }),
    })
    return { list: list.map(option), size }
  }
}
