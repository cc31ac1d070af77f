import { isWhole } from './sampled.ts'

// Where tests kill the worker of a task: before or after one of the engine's writes (`server/tasks/testing/hold.ts`).

/** The two writes of each step. A step that is a transaction has the first alone, because its end is written with what it does. */
export const stepWrites = (...names: string[]): string[] => names.flatMap((name) => [`begin ${name}`, `end ${name}`])

/** The same for steps that are transactions. */
export const transactionWrites = (...names: string[]): string[] => names.map((name) => `begin ${name}`)

/**
 * Every state in which a worker that dies among these writes leaves record and world, once. After a step has ended and before the next
 * write is one state, since nothing has an effect between steps: the place before the next write stands for both.
 */
export function everyPlace(writes: readonly string[]): string[] {
  return writes.flatMap((write) =>
    write.startsWith('begin ') || write === 'finish' ? [`before ${write}`, `after ${write}`] : [`before ${write}`],
  )
}

/**
 * Where the effect is there and its record is not: the one state of each step in which most can go wrong, and of the end. A transaction has
 * none; in its place stands the one in which it has begun.
 */
function riskyPlaces(writes: readonly string[]): string[] {
  const isTransaction = (write: string) => write.startsWith('begin ') && !writes.includes(write.replace('begin', 'end'))
  return writes.flatMap((write) => {
    if (write.startsWith('end ') || write === 'finish') return [`before ${write}`]
    return isTransaction(write) ? [`after ${write}`] : []
  })
}

/** The places of a test with the tag `sampled`: all of them in `npm run long`, else one of each step. */
export const placesAt = isWhole ? everyPlace : riskyPlaces
