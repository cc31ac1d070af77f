import type { Prisma } from '../../generated/prisma/client.ts'
import { db } from './pool.ts'

export type Sql = <Row = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>

/** One transaction: Prisma for records, `sql` for what Prisma cannot say, both on the same connection. */
export type Work = {
  tx: Prisma.TransactionClient
  sql: Sql
  /** Runs after everything else and before the commit, in order of registration; each name once. */
  beforeCommit(name: string, run: (work: Work) => Promise<void>): void
  /** Runs after the commit; faults here cannot undo anything, so keep it to notifications. */
  afterCommit(run: () => void): void
}

/**
 * Runs `body` in one transaction. Faults of any part, `beforeCommit` included, undo all of it.
 * `timeoutMs` bounds the whole, since a forgotten transaction would hold its locks.
 */
export async function transaction<T>(
  body: (work: Work) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  const after: (() => void)[] = []
  const answer = await db().prisma.$transaction(
    async (tx) => {
      const before = new Map<string, (work: Work) => Promise<void>>()
      const work: Work = {
        tx,
        sql: async <Row>(text: string, values: unknown[] = []) => (await tx.$queryRawUnsafe(text, ...values)) as Row[],
        beforeCommit: (name, run) => void (before.has(name) || before.set(name, run)),
        afterCommit: (run) => void after.push(run),
      }
      const result = await body(work)
      for (const run of before.values()) await run(work)
      return result
    },
    { timeout: options.timeoutMs ?? 15_000, maxWait: 10_000 },
  )
  for (const run of after) run()
  return answer
}

/** Names of the tables that hold records. */
export type Table = Prisma.ModelName

/** Holds a record until the transaction ends, if it is there: what is read of it after this stays as it is. */
export const lockRow = ({ sql }: Pick<Work, 'sql'>, table: Table, id: number) =>
  sql(`select id from ${table} where id = $1::int for update`, [id])

type Violation = {
  code?: string
  constraint?: string
  meta?: { driverAdapterError?: { cause?: { constraint?: unknown } } }
}

/** True for a violated unique constraint, whichever client met it; `name` narrows it to one constraint or column. */
export function isUniqueViolation(fault: unknown, name?: string): boolean {
  const e = fault as Violation | null
  if (e?.code !== '23505' && e?.code !== 'P2002') return false
  if (!name) return true
  const constraint = e.constraint ?? JSON.stringify(e.meta?.driverAdapterError?.cause?.constraint ?? '')
  return constraint.includes(name)
}
