'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readEvery } from '../../api/readings.ts'
import { useTRPC } from '../../api/trpc.ts'

const HOUR_S = 3600
/** Points of the small graphs. */
const STEP_S = 60

const last = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? null

type Way = { now: number | null; hour: readonly (number | null)[] }

/** What passes the interfaces of a VM now and passed in the last hour, by their places, in bytes a second; null where nothing was read lately. */
export function useTraffic(host_id: number, enabled: boolean) {
  const trpc = useTRPC()
  const [from] = useState(() => Math.floor(Date.now() / 1000) - HOUR_S)
  const query = useQuery(
    trpc.vm.host.figures.queryOptions(
      { params: { host_id }, query: { from, to: from + 86_400, step: STEP_S } },
      { enabled, refetchInterval: readEvery.load },
    ),
  )
  const way = (values: readonly (number | null)[] = []): Way => {
    const hour = values.slice(-HOUR_S / STEP_S)
    return { now: last(hour.slice(-10)), hour }
  }
  return (at: number) => {
    const part = query.data?.parts.find(({ kind, name }) => kind === 'net' && name === String(at))
    return part && { in: way(part.values.rx_bytes), out: way(part.values.tx_bytes) }
  }
}
