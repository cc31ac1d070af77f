import { transaction } from '../../../db/transaction.ts'
import { crashCause } from '../../../domain/host/crash-cause.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { changed } from '../../../events/changes.ts'
import { log } from '../../../process/log.ts'

/** So many VMs of a node whose crashes are looked into at once: a node that fails has many. */
const MOST = 20
const TIMEOUT_MS = 10_000

export type Crashed = { id: number; internal_name: string; account_id: number }

/** Adds what the hypervisor has logged last to the words of a crash that was just seen. A log that cannot be read changes nothing. */
export async function noteCrashes(connection: NodeConnection, crashed: readonly Crashed[], signal: AbortSignal) {
  for (const host of crashed.slice(0, MOST)) {
    try {
      const bound = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const cause = crashCause(await connection.hypervisorLog(host.internal_name, bound))
      if (cause) await store(host, cause)
    } catch (err) {
      signal.throwIfAborted()
      log.warn({ err, host: host.id }, 'the log of a crash could not be read')
    }
  }
}

const store = (host: Crashed, cause: string) =>
  transaction(async (work) => {
    const rows = await work.sql(
      `update host set fault = jsonb_set(fault, '{msg}', to_jsonb((fault->>'msg') || ': ' || $2::text)), version = version + 1
        where id = $1::int and state = 'crashed' and fault->>'action' = 'node_watch' and position(': ' in fault->>'msg') = 0 returning id`,
      [host.id, cause],
    )
    if (rows.length > 0)
      changed(work, { entity: 'host', entity_id: host.id, event: 'update', account_id: host.account_id, data: {} })
  })
