import { AsyncLocalStorage } from 'node:async_hooks'
import { kept } from '../shared/kept.ts'

/** What a call that has its turn is doing: statements of the database that it waits for. */
export type Turn = { statements: number }

// Next's route handlers are a second module graph in the same process: what one begins the other sees.
const place = kept<AsyncLocalStorage<Turn>>('turns')
const turns = () => {
  place.value ??= new AsyncLocalStorage()
  return place.value
}

export const runInTurn = <T>(turn: Turn, work: () => Promise<T>): Promise<T> => turns().run(turn, work)

/** A statement that works for the call itself: however long it takes, its caller keeps its place in turn meanwhile. */
export async function ownWork<T>(statement: () => Promise<T>): Promise<T> {
  const turn = turns().getStore()
  if (!turn) return statement()
  turn.statements++
  try {
    return await statement()
  } finally {
    turn.statements--
  }
}
