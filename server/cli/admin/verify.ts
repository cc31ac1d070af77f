import { readCopy, readHead } from '../../audit/head.ts'
import { faultMessage, verifyAudit } from '../../audit/verify.ts'
import { db } from '../../db/pool.ts'
import type { Config } from '../../process/config.ts'

/** Checks the whole audit chain and its head. Answers 0 when it holds, 2 when it does not. */
export async function verify(config: Config): Promise<number> {
  // The head first: what is sealed meanwhile is not missed then.
  const copy = readCopy(config.dataDirectory)
  const head = await readHead(db().pool)
  const from = performance.now()
  const fault = await verifyAudit(db().pool, head, copy)
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  if (fault) {
    console.error(`The audit chain is broken: ${faultMessage(fault)}`)
    return 2
  }
  console.log(
    head
      ? `The audit chain holds: ${head.count} records, sealed up to number ${head.last_id} (${seconds} s)`
      : 'The audit was never sealed',
  )
  return 0
}
