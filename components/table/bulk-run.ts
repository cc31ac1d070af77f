import { apiFault } from '../api/fault.ts'

/** What became of one row: not asked yet, accepted (its task goes on), or refused. */
export type RowResult =
  | { state: 'waiting' }
  | { state: 'sent'; task: number | null }
  | { state: 'refused'; reason: string }

export type RunRow = { id: string; name: string; href: string; result: RowResult }
export type BulkRun = { id: number; title: string; rows: readonly RunRow[] }

export type BulkRunOptions<Row> = {
  title: string
  rows: readonly Row[]
  describe: (row: Row) => { id: string; name: string; href: string }
} & (
  | {
      /** Asks the server for one row; answers the number of the task (`task` of the API) when there is one. */
      each: (row: Row) => Promise<number | null>
      /** Requests under way at once. */
      parallel?: number
    }
  | {
      /** Asks for all of them in one order; answers in their order. */
      together: (rows: readonly Row[]) => Promise<readonly RowResult[]>
    }
)

let runs: readonly BulkRun[] = []
let next = 1
const listeners = new Set<() => void>()

function put(change: (now: readonly BulkRun[]) => readonly BulkRun[]) {
  runs = change(runs)
  for (const listener of listeners) listener()
}

export const bulkRuns = (): readonly BulkRun[] => runs

export function onBulkRuns(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const closeBulkRun = (id: number) => put((now) => now.filter((run) => run.id !== id))

/** Rows that have not been asked yet. */
export const isWaiting = (run: BulkRun): boolean => run.rows.some((row) => row.result.state === 'waiting')

/**
 * Does one action to many rows, a few at a time, while the person goes on working: the run belongs to the window, not to the
 * page that began it. Resolves when every row was asked; what each answered stands in `bulkRuns()` until it is closed.
 */
export async function startBulkRun<Row>(options: BulkRunOptions<Row>): Promise<void> {
  const { title, rows, describe } = options
  const id = next++
  put((now) => [
    ...now,
    { id, title, rows: rows.map((row) => ({ ...describe(row), result: { state: 'waiting' as const } })) },
  ])
  const note = (at: number, result: RowResult) =>
    put((now) =>
      now.map((run) =>
        run.id === id ? { ...run, rows: run.rows.map((row, place) => (place === at ? { ...row, result } : row)) } : run,
      ),
    )
  if ('together' in options) {
    const refused = (fault: unknown): RowResult => ({ state: 'refused', reason: apiFault(fault).msg })
    const results = await options.together(rows).catch((fault: unknown) => rows.map(() => refused(fault)))
    put((now) =>
      now.map((run) =>
        run.id === id
          ? { ...run, rows: run.rows.map((row, place) => ({ ...row, result: results[place] ?? row.result })) }
          : run,
      ),
    )
    return
  }
  const { each, parallel = 6 } = options
  let at = 0
  const walk = async () => {
    while (at < rows.length) {
      const place = at++
      try {
        note(place, { state: 'sent', task: await each(rows[place] as Row) })
      } catch (fault) {
        note(place, { state: 'refused', reason: apiFault(fault).msg })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, rows.length) }, walk))
}
