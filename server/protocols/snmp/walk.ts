import { msg } from '../../shared/text.ts'
import { errorStatus, SnmpError } from './errors.ts'
import type { SnmpSession } from './session.ts'
import { compareOids, type Varbind } from './values.ts'

export type WalkLimits = {
  /** Rows of one column; an agent with more ends the walk with `limit_exceeded`. */
  maxRows: number
  /** The whole walk, milliseconds, however busy the agent keeps us. */
  maxMs: number
}

export const defaultWalkLimits: WalkLimits = { maxRows: 8_192, maxMs: 30_000 }

// What one question asks for at most, over all columns: several packets' worth, but no more than an agent can hold together.
const maxVarbinds = 640

type Cursor = { column: number; prefix: string; at: string; rows: number }

/**
 * Walks columns of a table side by side with GETBULK (GETNEXT in version 1) and hands over what is in them, each column in its order.
 * It adapts the number of rows to the agent, goes on after short answers, and ends in any case: an OID that does not increase, an
 * answer without anything in it, too many rows and too much time are errors.
 *
 * @param columns OIDs of columns
 * @param take gets the number of the column and the varbind; it must not keep the varbind's bytes, they hold the whole packet
 * @throws SnmpError
 */
export async function walkColumns(
  session: SnmpSession,
  columns: readonly string[],
  take: (column: number, varbind: Varbind) => void,
  signal: AbortSignal,
  limits: Partial<WalkLimits> = {},
): Promise<void> {
  const { maxRows, maxMs } = { ...defaultWalkLimits, ...limits }
  const deadline = Date.now() + maxMs
  let open: Cursor[] = columns.map((oid, column) => ({ column, prefix: `${oid}.`, at: oid, rows: 0 }))
  while (open.length > 0) {
    if (Date.now() > deadline) throw new SnmpError('timeout', msg`The table was not read within ${maxMs} ms`)
    const answer = await ask(session, open, signal)
    if (answer === 'end') return
    open = open.filter((cursor, i) => {
      const varbinds = answer[i]
      if (!varbinds || varbinds.length === 0) {
        // Answers may be cut anywhere after the first row, but not before it.
        if (answer.length === 0 || i === 0) throw new SnmpError('protocol_error', msg`The agent sent an empty answer`)
        return true
      }
      for (const varbind of varbinds) {
        if (varbind.value === null || !varbind.oid.startsWith(cursor.prefix)) return false
        if (compareOids(cursor.at, varbind.oid) >= 0)
          throw new SnmpError(
            'protocol_error',
            msg`The agent returned rows out of order: ${varbind.oid} after ${cursor.at}`,
          )
        cursor.rows += 1
        if (cursor.rows > maxRows) throw new SnmpError('limit_exceeded', msg`The table has more than ${maxRows} rows`)
        cursor.at = varbind.oid
        take(cursor.column, varbind)
      }
      return true
    })
  }
}

/** One question, smaller when the agent cannot answer the large one. */
async function ask(session: SnmpSession, open: readonly Cursor[], signal: AbortSignal): Promise<Varbind[][] | 'end'> {
  const oids = open.map((cursor) => cursor.at)
  if (session.version === 1) return askNext(session, oids, signal)
  for (;;) {
    const repetitions = Math.max(1, Math.min(session.repetitions, Math.floor(maxVarbinds / oids.length)))
    try {
      const answer = await session.getBulk(oids, repetitions, signal)
      const full = answer.length > 0 && answer.every((column) => column.length >= repetitions)
      if (full && repetitions === session.repetitions)
        session.repetitions = Math.min(session.maxRepetitions, repetitions * 2)
      return answer
    } catch (error) {
      if (!tooLarge(error, session) || repetitions === 1) throw error
      session.maxRepetitions = Math.max(1, repetitions >> 2)
      session.repetitions = session.maxRepetitions
    }
  }
}

/** A silent agent that answered before may have choked on the question's size, or its large answer is lost on the way. */
export function tooLarge(error: unknown, session: SnmpSession): boolean {
  if (!(error instanceof SnmpError)) return false
  if (error.kind === 'refused') return error.status === errorStatus.tooBig || error.status === errorStatus.genErr
  return error.kind === 'timeout' && session.answered
}

/** Version 1 has no GETBULK, and its agents say noSuchName for all when one column is at the end of everything. */
async function askNext(session: SnmpSession, oids: string[], signal: AbortSignal): Promise<Varbind[][] | 'end'> {
  const ended = (error: unknown) => error instanceof SnmpError && error.status === errorStatus.noSuchName
  try {
    return await session.getNext(oids, signal)
  } catch (error) {
    if (!ended(error)) throw error
    if (oids.length === 1) return 'end'
  }
  const single: Varbind[][] = []
  for (const oid of oids) {
    try {
      single.push(...(await session.getNext([oid], signal)))
    } catch (error) {
      if (!ended(error)) throw error
      single.push([{ oid, value: null }])
    }
  }
  return single
}
