import { AsyncLocalStorage } from 'node:async_hooks'
import { kept } from '../shared/kept.ts'

/** What a call that has its turn is doing: statements of the database that it waits for. */
export type Slot = { statements: number }

// Next's route handlers are a second module graph in the same process: what one begins the other sees.
const place = kept<AsyncLocalStorage<Slot>>('slots')
const slots = () => {
  place.value ??= new AsyncLocalStorage()
  return place.value
}

export const runInSlot = <T>(slot: Slot, work: () => Promise<T>): Promise<T> => slots().run(slot, work)

/** A statement that works for the call itself: however long it takes, its caller keeps its place in turn meanwhile. */
export async function ownWork<T>(statement: () => Promise<T>): Promise<T> {
  const slot = slots().getStore()
  if (!slot) return statement()
  slot.statements++
  try {
    return await statement()
  } finally {
    slot.statements--
  }
}
