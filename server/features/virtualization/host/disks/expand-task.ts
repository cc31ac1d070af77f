import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { disk, host } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import { partitionName } from '../../../../domain/disk/edit.ts'
import { deviceRejected, PanelError } from '../../../../domain/shared/errors.ts'
import { pause } from '../../../../shared/abort.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { enqueue } from '../../../../tasks/enqueue.ts'
import { nodeConnection } from '../../node/connections.ts'
import { noteHistory } from '../claim.ts'
import { HOST_START } from '../resources/waiting.ts'
import { growPartition, type Partition } from './expand.ts'

/** How long a guest may take from its start until its agent answers. */
const AGENT_MINUTES = 5
const AGAIN_MS = 2_000
const NAME = 'disk_expand'

/**
 * Has the partition that is named for a disk expanded at the next start of its VM. Not that of the main disk: guests grow the partition that
 * they start from by themselves.
 */
export async function expandAtStart(work: Work, disk_id: number): Promise<void> {
  const one = await work.tx.disk.findUnique({ where: { id: disk_id } })
  if (!one || one.host_id === null || one.is_main || partitionName(one.expand_part) === null) return
  const waits = await work.sql(
    `select 1 from task where entity = 'host' and registry_id = $1::int and name = '${NAME}' and status = 'deferred'
        and (input->>'disk_id')::int = $2::int limit 1`,
    [one.host_id, disk_id],
  )
  if (waits.length > 0) return
  const { id: host_id, account_id } = await work.tx.host.findUniqueOrThrow({ where: { id: one.host_id } })
  const options = { registry_id: host_id, entity: 'host', account_id, deferReason: HOST_START }
  const task = await enqueue(work, diskExpandTask, { host_id, disk_id }, options)
  const params = { disk: one.name, partition: one.expand_part }
  await noteHistory(work, { host_id, name: NAME, user: 'datahall', task: task.id, params })
}

/** Waits until the VM has started. It holds nothing: whatever else is done to the VM goes first. */
export const diskExpandTask = defineTask({
  name: NAME,
  title: 'Expand a partition of a virtual machine',
  input: z.object({ host_id: z.int(), disk_id: z.int() }),
  locks: ({ disk_id }) => [`expand:${disk_id}`],
  timeoutMs: 3 * AGENT_MINUTES * 60_000,
  async run(t, { host_id, disk_id }) {
    const { prisma } = db()
    const one: disk | null = await prisma.disk.findFirst({ where: { id: disk_id, host_id } })
    const row: host | null = await prisma.host.findUnique({ where: { id: host_id } })
    const partition = partitionName(one?.expand_part ?? null)
    if (!row || partition === null) return { partition: null }
    const token = await t.step('token', async () => randomBytes(16).toString('hex'))
    t.progress(10, msg`Waiting for the agent of the guest`)
    const end = await t.step('expand', (signal) => whenUp(row, { partition, token }, signal), {
      timeoutMs: 2 * AGENT_MINUTES * 60_000,
    })
    if (end === 'off') await t.stepTx('again', (work) => expandAtStart(work, disk_id))
    if (end === 'off' || end === 0) return { partition, waits: end === 'off' }
    throw deviceRejected(
      end === NO_PARTITION
        ? msg`The guest has no partition ${partition}: name another one for the disk, or expand it in the guest`
        : msg`The guest could not expand the partition ${partition} while it runs: expand it in the guest`,
      'expand_part',
    )
  },
})

/** What the script ends with where there is no such partition. */
const NO_PARTITION = 3

/** @returns what the script has ended with, null when it has not; `off`: the VM runs no more @throws PanelError when no agent answers */
async function whenUp(row: host, partition: Partition, signal: AbortSignal): Promise<number | null | 'off'> {
  for (const until = Date.now() + AGENT_MINUTES * 60_000; ; await pause(AGAIN_MS, signal)) {
    const node = await nodeConnection(row.node_id ?? 0, signal)
    if ((await node.domain(row.internal_name, signal))?.state !== 'running') return 'off'
    try {
      return await growPartition(node, row.internal_name, partition, signal)
    } catch (fault) {
      if (!(fault instanceof PanelError && fault.code === 'device_rejected')) throw fault
      if (fault.value !== 'guest_agent') throw fault
      if (Date.now() < until) continue
      throw deviceRejected(
        msg`The agent of the guest did not answer within ${AGENT_MINUTES} minutes of its start: expand the partition ${partition.partition} in the guest`,
        { value: 'guest_agent', cause: fault },
      )
    }
  }
}
