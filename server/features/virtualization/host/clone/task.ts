import { z } from 'zod'
import type { host } from '../../../../../generated/prisma/client.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { release } from '../../../network/allocation/release.ts'
import { nodeConnection } from '../../node/connections.ts'
import { requireStoragesOf } from '../../storage/ready.ts'
import { giveAddresses, requestedAddresses } from '../addresses.ts'
import { hostChanged } from '../claim.ts'
import { domainSpec } from '../domain-spec.ts'
import { judgeRow } from '../judge.ts'
import { limitStarted } from '../network-rules.ts'
import { settleHost } from '../real-state.ts'
import { makeSeed } from '../seed.ts'
import { passwordIn, seedInput } from '../seed-input.ts'
import { finish } from './finish.ts'
import { readPlan } from './plan.ts'

const SMALL = 60_000

export const hostCloneTask = defineTask({
  name: 'host_clone',
  title: 'Clone virtual machine',
  /** `host_id`: the clone; `source_id`: what it is made of. */
  input: z.object({ host_id: z.int(), source_id: z.int(), addresses: requestedAddresses }),
  locks: ({ host_id, source_id }) => [`host:${source_id}`, `host:${host_id}`],
  timeoutMs: 12 * 3600_000,
  async run(t, { host_id, source_id, addresses }) {
    await t.stepTx('begin', (work) => begin(work, source_id))
    const plan = await readPlan(host_id, source_id)
    const { row, source, node_id, copies } = plan
    const node = (signal: AbortSignal) => nodeConnection(node_id, signal)
    t.progress(5, msg`Assigning addresses`)
    await t.stepTx('addresses', (work) => giveAddresses(work, row, addresses), {
      undo: async (work) => void (await release(work, { host_id })),
    })
    await t.step(
      'seed',
      async (signal) => {
        const seed = makeSeed({ ...(await seedInput(row, plan.home, passwordIn(row))), kind: 'clone' })
        await (await node(signal)).writeSeed(plan.seed, seed, signal)
      },
      {
        undo: async (_, signal) => (await node(signal)).deleteFile(plan.seed, signal),
        undoUnfinished: true,
        timeoutMs: SMALL,
      },
    )
    t.progress(10, msg`Copying the disks`)
    const { frozen } = await t.step(
      'copy',
      async (signal) => {
        await requireStoragesOf(host_id, node_id, signal)
        return (await node(signal)).copyDisks(source.internal_name, copies, signal)
      },
      {
        undo: async (_, signal) => (await node(signal)).dropCopies(source.internal_name, copies, signal),
        undoUnfinished: true,
      },
    )
    t.progress(85, msg`Defining the VM`)
    await t.step(
      'define',
      async (signal) => (await node(signal)).defineDomain(await domainSpec(row, plan.at, plan.disks), signal),
      {
        undo: async (_, signal) => (await node(signal)).undefineDomain(row.internal_name, signal),
        undoUnfinished: true,
        timeoutMs: SMALL,
      },
    )
    t.progress(90, msg`Starting`)
    const port = await t.step(
      'start',
      async (signal) => {
        const connection = await node(signal)
        await connection.startDomain(row.internal_name, signal)
        await limitStarted(host_id, signal)
        return (await connection.domain(row.internal_name, signal))?.vnc_port ?? null
      },
      {
        undo: async (_, signal) => (await node(signal)).destroyDomain(row.internal_name, signal),
        undoUnfinished: true,
        timeoutMs: SMALL,
      },
    )
    await t.stepTx('finish', (work) => finish(work, plan, { task: t.id, port, frozen }))
    return { host_id, frozen }
  },
  /** A clone that could not be made is removed: it has nothing that its source does not have. The source shows why. */
  async settle(t, { host_id, source_id }, outcome) {
    if (outcome.status !== 'complete') await t.stepTx('forget', (work) => forget(work, host_id))
    await settleHost(t, source_id, { action: 'host_clone', outcome })
  },
})

/** Judged when its turn has come. */
async function begin(work: Work, source_id: number): Promise<void> {
  await lockRow(work, 'host', source_id)
  const row: host = await work.tx.host.findUniqueOrThrow({ where: { id: source_id } })
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  judgeRow(row, 'clone')
}

async function forget(work: Work, host_id: number): Promise<void> {
  const row = await work.tx.host.findUnique({ where: { id: host_id } })
  if (row?.state !== 'creating') return
  await release(work, { host_id })
  await work.tx.disk.deleteMany({ where: { host_id } })
  await work.tx.host.delete({ where: { id: host_id } })
  hostChanged(work, row, {}, 'delete')
}
