'use client'
import { useQuery } from '@tanstack/react-query'
import { readEvery } from '../api/readings.ts'
import { useTRPC } from '../api/trpc.ts'

/** The sensors of a controller as they were last read. */
export function useSensors(ipmi_id: number) {
  const trpc = useTRPC()
  return useQuery(
    trpc.dci.ipmi.sensor.list.queryOptions({ params: { ipmi_id } }, { refetchInterval: readEvery.sensors }),
  )
}
