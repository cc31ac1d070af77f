import { z } from 'zod'
import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { log } from '../../../process/log.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue, enqueueMany } from '../../../tasks/enqueue.ts'
import { namesGroup } from '../address-group/list.ts'
import { nodeConnection } from '../node/connections.ts'
import { interfacesOf, isFiltered, limitsOf } from './domain-spec.ts'
import { noteFilterFault } from './filter-fault.ts'

/** Makes the node filter and limit the packets of a VM as its record says now: its addresses, its rules, its limits. */
export async function renewNetworkRules(host_id: number, signal: AbortSignal): Promise<void> {
  const row = await db().prisma.host.findUnique({ where: { id: host_id } })
  if (!row || row.node_id === null) return
  await setNetworkRules(await nodeConnection(row.node_id, signal), row, signal)
}

/**
 * The same over a connection at hand. The record has whether the node took them; of a node that does not answer nothing is
 * known, and its return renews them.
 */
export async function setNetworkRules(connection: NodeConnection, row: host, signal: AbortSignal): Promise<void> {
  try {
    await connection.setNetworkRules(row.internal_name, await interfacesOf(row), limitsOf(row), signal)
  } catch (err) {
    const isAway = err instanceof PanelError && err.code === 'device_unreachable'
    if (!signal.aborted && !isAway) await noteFilterFault(row.id, stored(textOf(err)))
    throw err
  }
  await noteFilterFault(row.id, null)
}

/** Whether there is anything for its node to filter or limit, or was lately. */
const isHeld = (row: host) => {
  const { net_in_mbitps, net_out_mbitps } = limitsOf(row)
  return isFiltered(row) || net_in_mbitps !== undefined || net_out_mbitps !== undefined || row.filter_fault !== null
}

/**
 * After a start of a VM whose rules were set before it: traffic limits sit on interfaces, which exist from now on. The node is not
 * asked about a VM that has neither rules nor limits.
 */
export async function limitStarted(host_id: number, signal: AbortSignal): Promise<void> {
  const row = await db().prisma.host.findUnique({ where: { id: host_id } })
  if (row?.node_id && isHeld(row)) await setNetworkRules(await nodeConnection(row.node_id, signal), row, signal)
}

/**
 * The same for VMs of a node: all of them when it has just been connected, because much may have happened while it was away;
 * those named when the node has reported a change, because another program may have started them. A VM with an action in
 * progress is left to that. A fault of one VM does not stop the rest; it is a problem of that VM.
 */
export async function renewNetworkRulesOn(
  node_id: number,
  connection: NodeConnection,
  signal: AbortSignal,
  names?: readonly string[],
): Promise<void> {
  const rows = await db().prisma.host.findMany({
    where: {
      node_id,
      state: { not: 'creating' },
      queue: { equals: [] },
      ...(names && { internal_name: { in: [...names] } }),
    },
  })
  for (const row of rows) {
    if (!isHeld(row)) continue
    try {
      await setNetworkRules(connection, row, signal)
    } catch (err) {
      signal.throwIfAborted()
      log.warn({ err, node: node_id, host: row.id }, 'packet rules not renewed')
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
    await t.step('filter', (signal) => renewNetworkRules(host_id, signal), {
      retries: 3,
      backoffMs: 2_000,
      timeoutMs: 60_000,
    })
  },
  async settle(t, { host_id }, { status, error }) {
    if (status !== 'complete')
      await t.step('note', () => noteFilterFault(host_id, error?.message ?? stored(msg`The renewal was stopped`)))
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

/**
 * Queues the renewal of all VMs whose rules name a group of addresses, after a change of its members.
 * @returns the number that all these tasks have; null when there is none
 */
export async function queueGroupRenewal(work: Work, group: number): Promise<number | null> {
  const rows = await work.sql<{ id: number; account_id: number }>(
    `select h.id, h.account_id from host h where ${namesGroup('h', '$1::int')} order by h.id`,
    [group],
  )
  const tasks = rows.map(({ id, account_id }) => ({
    ...{ registry_id: id, entity: 'host', account_id },
    input: { host_id: id },
  }))
  return (await enqueueMany(work, hostFilterTask, tasks, { together: true }))[0]?.consul_id ?? null
}
