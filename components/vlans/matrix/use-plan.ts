'use client'
import { useCallback, useMemo, useState } from 'react'
import type { MatrixPort } from '../../../server/domain/vlan/matrix.ts'
import { editOf, type Move, moved, type PortVlans } from './matrix-plan.ts'

/** Changes that are planned and not sent: by port, only those that make a difference to what the ports have now. */
export function usePlan(ports: readonly MatrixPort[]) {
  const [all, setAll] = useState<ReadonlyMap<number, PortVlans>>(new Map())
  const plan = useMemo(() => {
    const live = new Map<number, PortVlans>()
    if (all.size > 0)
      for (const port of ports) {
        const wanted = all.get(port.id)
        if (wanted && editOf(port, wanted)) live.set(port.id, wanted)
      }
    return live
  }, [all, ports])
  const move = useCallback(
    (port: MatrixPort, vlan: number, how: Move) =>
      setAll((now) => new Map(now).set(port.id, moved(now.get(port.id) ?? port, vlan, how))),
    [],
  )
  const drop = useCallback(
    (port: number) =>
      setAll((now) => {
        const next = new Map(now)
        next.delete(port)
        return next
      }),
    [],
  )
  const clear = useCallback(() => setAll(new Map()), [])
  return { plan, move, drop, clear }
}
