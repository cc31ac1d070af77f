'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readEvery } from '../../api/readings.ts'
import { useTRPC } from '../../api/trpc.ts'

/** Long enough to hold the last readings, which come every 15 seconds. */
const WINDOW_S = 600

const last = (values: readonly (number | null)[] | undefined) => values?.findLast((value) => value !== null) ?? null

/** What passes the interfaces of a VM now, by their places, in bytes a second; null where nothing was read lately. */
export function useTraffic(host_id: number, enabled: boolean) {
  const trpc = useTRPC()
  const [from] = useState(() => Math.floor(Date.now() / 1000) - WINDOW_S)
  const query = useQuery(
    trpc.vm.host.figures.queryOptions(
      { params: { host_id }, query: { from, to: from + 86_400 } },
      { enabled, refetchInterval: readEvery.load },
    ),
  )
  return (at: number) => {
    const part = query.data?.parts.find(({ kind, name }) => kind === 'net' && name === String(at))
    return part && { in: last(part.values.rx_bytes), out: last(part.values.tx_bytes) }
  }
}
