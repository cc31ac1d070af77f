'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryStates } from 'nuqs'
import { useTRPC } from '../api/trpc.ts'
import { optionOf } from '../form/option-of.ts'
import type { AskedPlace } from './device-form.tsx'

/** Whether the address asks for the form of a new device (`?new=1&rack=7&unit=12`), and what it fills in; null while it is read. */
export function useAskedPlace(): { asked: AskedPlace | null; wanted: boolean; close: () => void } {
  const trpc = useTRPC()
  const [{ new: wanted, rack, unit }, set] = useQueryStates({
    new: parseAsInteger,
    rack: parseAsInteger,
    unit: parseAsInteger,
  })
  const query = useQuery(
    trpc.dci.rack.get.queryOptions(wanted === null || rack === null ? skipToken : { params: { rack_id: rack } }),
  )
  const ready = rack === null || query.data !== undefined || query.error !== null
  const option = rack === null ? null : optionOf(query.data)
  return {
    asked: ready ? { rack: option, unit: option && unit !== null ? String(unit) : '' } : null,
    wanted: wanted !== null,
    close: () => void set({ new: null, rack: null, unit: null }, { history: 'replace' }),
  }
}
