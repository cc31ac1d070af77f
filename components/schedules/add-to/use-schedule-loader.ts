'use client'
import { useTRPCClient } from '../../api/trpc.ts'
import { typeahead } from '../../resource/loaders.ts'
import type { LoadOptions } from '../../ui/controls/use-options.ts'
import { useScheduleName, useWhen } from '../time-words.ts'

/** Typeahead over the schedules; beside each name when it starts. */
export function useScheduleLoader(): LoadOptions {
  const { vm } = useTRPCClient()
  const nameOf = useScheduleName()
  const when = useWhen()
  return typeahead(vm.schedule.list.query, {
    more: (one) => ({ label: nameOf(one), hint: when({ type: one.type, ...one.start_time }) }),
  })
}
