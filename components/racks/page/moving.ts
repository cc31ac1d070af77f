import { useSyncExternalStore } from 'react'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { type Held, spotOf } from '../diagram/ghost.ts'

/**
 * A device being moved by drag or keys. It outlives the page of a rack, so that it can be carried over to the next one.
 */
export type Moving = {
  device: DrawnDevice
  from: { id: number; name: string }
  held: Held
  by: 'pointer' | 'keys'
  /** Where in the device the pointer took hold of it: pixels of the drawing below its upper edge. */
  grip: number
  /** The server's words, when it refused. */
  refusal: string | null
  sending: boolean
}

let now: Moving | null = null
const listeners = new Set<() => void>()
const set = (next: Moving | null) => {
  now = next
  for (const tell of listeners) tell()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useMoving = (): Moving | null =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => null,
  )

export const moving = {
  now: () => now,
  take(device: DrawnDevice, from: Moving['from'], by: Moving['by'], grip = 0) {
    const { face, unit, half } = spotOf(device)
    set({ device, from, held: { face, unit, half }, by, grip, refusal: null, sending: false })
  },
  hold(held: Held) {
    if (!now || (now.held.unit === held.unit && now.held.half === held.half && now.held.face === held.face)) return
    set({ ...now, held, refusal: null })
  },
  change(part: Partial<Pick<Moving, 'by' | 'refusal' | 'sending'>>) {
    if (now) set({ ...now, ...part })
  },
  drop: () => set(null),
}

/** Reserved units stay where they are, blades in their chassis. */
export const canMove = (device: DrawnDevice) => device.kind !== 'reserved'
