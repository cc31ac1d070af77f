import type { host } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { stored } from '../../../../db/sentences.ts'
import { textOf } from '../../../../shared/spoken-error.ts'
import { msg, type Text } from '../../../../shared/text.ts'
import type { SettleContext, TaskContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { presentSpec } from '../define-again.ts'
import { hostFolder, seedPath } from '../files.ts'
import { noteFilterFault } from '../filter-fault.ts'
import { judge } from '../judge.ts'
import { makeSeed } from '../seed.ts'
import { passwordIn, seedInput } from '../seed-input.ts'
import { configureGuest, type Gone } from './guest.ts'

/** A guest may take ten seconds to give an interface back. */
const NODE_MS = 45_000
const GUEST_MS = 3 * 60_000
/** A node that does not answer is not waited for a second time. */
const BACK_MS = 10_000

/** Writes the seed of a VM anew: from its next start on, cloud-init gives it the addresses of its record. */
async function renewSeed(row: host, node_id: number, signal: AbortSignal): Promise<void> {
  const home = await db().prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  const path = seedPath(await hostFolder(row), row)
  await (await nodeConnection(node_id, signal)).writeSeed(
    path,
    makeSeed({
      ...(await seedInput(row, home, passwordIn(row))),
      // A password that waits for the next start waits on.
      ...(row.password_at_start && { kind: 'access' }),
    }),
    signal,
  )
}

/** Brings seed, interfaces, filters and limits of a VM on its node to its record; answers why a part waits for the next start. */
export async function applyOnNode(row: host, node_id: number, signal: AbortSignal): Promise<Text | null> {
  await renewSeed(row, node_id, signal)
  const late = await (await nodeConnection(node_id, signal)).changeInterfaces(await presentSpec(row, node_id), signal)
  await noteFilterFault(row.id, null)
  return late
}

/**
 * The steps of every change of a VM's network: node first, then the guest.
 * @returns why the VM takes a part of it at its next start only, as it is stored; null when it has all
 */
export async function applyNetwork(t: TaskContext, host_id: number, gone: Gone): Promise<string | null> {
  const { row } = await judge(host_id, 'network')
  const { node_id } = row
  // Nothing of it is anywhere.
  if (node_id === null) return null
  t.progress(20, msg`Changing the network on the node`)
  const late = await t.step(
    'network',
    async (signal) => worded(await applyOnNode(await rowOf(host_id), node_id, signal)),
    { retries: 1, timeoutMs: NODE_MS },
  )
  if (row.state !== 'active' || row.ip_automation === 'none') return late
  if (row.ip_automation === 'cloud_init') return late ?? stored(msg`cloud-init configures the guest`)
  t.progress(60, msg`The guest takes over its addresses`)
  const why = await t.step(
    'guest',
    async (signal) => worded(await configureGuest(await nodeConnection(node_id, signal), row, gone, signal)),
    { retries: 1, timeoutMs: GUEST_MS },
  )
  return late ?? why
}

const rowOf = (id: number) => db().prisma.host.findUniqueOrThrow({ where: { id } })

const worded = (text: Text | null) => (text === null ? null : stored(text))

/** After a failure the node gets what the record has again; one that does not answer gets it with the next change. */
export async function applyBack(t: SettleContext, host_id: number): Promise<void> {
  await t.step('network_back', async (signal) => {
    const row = await db().prisma.host.findUnique({ where: { id: host_id } })
    if (!row || row.node_id === null) return
    try {
      const bound = AbortSignal.any([signal, AbortSignal.timeout(BACK_MS)])
      await applyOnNode(row, row.node_id, bound)
    } catch (err) {
      t.log.warn({ err, host: host_id }, 'network not taken back on the node')
      await noteFilterFault(host_id, stored(textOf(err)))
    }
  })
}
