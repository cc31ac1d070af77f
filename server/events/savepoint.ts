import type { Work } from '../db/transaction.ts'
import { handOver } from './changes.ts'

/**
 * Runs a part of a transaction that may fail alone: when `body` throws, what it wrote and noted is gone and the transaction
 * goes on. Not for parts that run side by side.
 */
export async function withSavepoint<T>(whole: Work, body: (part: Work) => Promise<T>): Promise<T> {
  // What is to run before the commit comes with the changes, which are handed over.
  const part: Work = { tx: whole.tx, sql: whole.sql, beforeCommit: () => {}, afterCommit: whole.afterCommit }
  await whole.sql('savepoint attempt')
  try {
    const result = await body(part)
    await whole.sql('release savepoint attempt')
    handOver(part, whole)
    return result
  } catch (fault) {
    await whole.sql('rollback to savepoint attempt')
    await whole.sql('release savepoint attempt')
    throw fault
  }
}
