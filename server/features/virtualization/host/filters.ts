import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { log } from '../../../process/log.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { nodeConnection } from '../node/connections.ts'
import { interfacesOf, isFiltered } from './domain-spec.ts'

/**
 * Makes the node allow a VM to send with the addresses that it has now, and no others. Nothing to do when it is not
 * filtered.
 */
export async function renewFilters(host_id: number, signal: AbortSignal): Promise<void> {
  const row = await db().prisma.host.findUnique({ where: { id: host_id } })
  if (!row || row.node_id === null || !isFiltered(row)) return
  await (await nodeConnection(row.node_id, signal)).setFilters(row.internal_name, await interfacesOf(row), signal)
}

/**
 * The same for all VMs of a node that has just been connected: addresses may have changed while it was away. A fault of
 * one VM does not stop the rest; its next start reports it.
 */
export async function renewFiltersOn(node_id: number, connection: NodeConnection, signal: AbortSignal): Promise<void> {
  const rows = await db().prisma.host.findMany({
    where: { node_id, anti_spoofing: true, state: { not: 'creating' }, queue: { equals: [] } },
  })
  for (const row of rows) {
    try {
      await connection.setFilters(row.internal_name, await interfacesOf(row), signal)
    } catch (err) {
      signal.throwIfAborted()
      log.warn({ err, node: node_id, host: row.id }, 'packet filters not renewed')
    }
  }
}

export const hostFilterTask = defineTask({
  name: 'host_filter',
  title: 'Renew packet filters',
  input: z.object({ host_id: z.int() }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 5 * 60_000,
  async run(t, { host_id }) {
    await t.step('filter', (signal) => renewFilters(host_id, signal), {
      retries: 3,
      backoffMs: 2_000,
      timeoutMs: 60_000,
    })
  },
})

/** Queues the renewal after a change of addresses; null when the VM may use any. */
export async function queueFilterRenewal(work: Work, host_id: number) {
  const row = await work.tx.host.findUnique({ where: { id: host_id } })
  if (!row?.anti_spoofing) return null
  return enqueue(
    work,
    hostFilterTask,
    { host_id },
    { registry_id: host_id, entity: 'host', account_id: row.account_id },
  )
}
