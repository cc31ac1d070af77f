// Where tests kill the worker of a task: before or after one of the engine's writes (`server/tasks/testing/hold.ts`).

/** The two writes of each step. A step that is a transaction has the first alone, because its end is written with what it does. */
export const stepWrites = (...names: string[]): string[] => names.flatMap((name) => [`begin ${name}`, `end ${name}`])

/** The same for steps that are transactions. */
export const transactionWrites = (...names: string[]): string[] => names.map((name) => `begin ${name}`)

/**
 * Every state in which a worker that dies among these writes leaves record and world, once. After a step has ended and before the next
 * write is one state, since nothing has an effect between steps: the place before the next write stands for both.
 */
export const placesAt = (writes: readonly string[]): string[] =>
  writes.flatMap((write) =>
    write.startsWith('begin ') || write === 'finish' ? [`before ${write}`, `after ${write}`] : [`before ${write}`],
  )
