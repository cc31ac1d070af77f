import { z } from 'zod'
import type { cluster, host, node } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { settleAll } from '../../../shared/settle-all.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { release } from '../../network/allocation/release.ts'
import { settleAddresses } from '../../network/allocation/settle.ts'
import { type Base, baseOf } from '../image/base.ts'
import { nodeConnection } from '../node/connections.ts'
import { VOLUME_MS, VOLUME_TASK_MS } from '../storage/patience.ts'
import { requireStoragesOf } from '../storage/ready.ts'
import { giveAddresses, requestedAddresses } from './addresses.ts'
import { hostChanged } from './claim.ts'
import { type PlacedDisk, withPaths } from './disks/storage.ts'
import { domainSpec } from './domain-spec.ts'
import { hostFolder, seedPath } from './files.ts'
import { limitStarted } from './network-rules.ts'
import { leaveQueue } from './queue.ts'
import { faultOf } from './real-state.ts'
import { makeSeed } from './seed.ts'
import { passwordIn, seedInput } from './seed-input.ts'

const SMALL = 60_000

export const hostCreateTask = defineTask({
  name: 'host_create',
  title: 'Create virtual machine',
  /** `copy`: the task that brings the image to the node, null when it is there already. */
  input: z.object({
    host_id: z.int(),
    image_id: z.int().nullable().default(null),
    addresses: requestedAddresses,
    copy: z.int().nullable().default(null),
  }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: VOLUME_TASK_MS,
  async run(t, { host_id, addresses, copy }) {
    const plan = await readPlan(host_id)
    const { row, base, node_id } = plan
    const connection = (signal: AbortSignal) => nodeConnection(node_id, signal)

    t.progress(5, msg`Looking for the system image`)
    await t.step(
      'image',
      (signal) =>
        settleAll([
          base?.require(node_id, copy),
          // A node that is away is found out while there is nothing to undo yet: undoing would wait for its return.
          connection(signal).then((node) => node.domain(row.internal_name, signal)),
          requireStoragesOf(host_id, node_id, signal),
        ]),
      { timeoutMs: 20_000 },
    )
    t.progress(15, msg`Assigning addresses and creating disks`)
    const seed = seedPath(plan.folder, row)
    const addressesAndSeed = async () => {
      await t.stepTx('addresses', (work) => giveAddresses(work, row, addresses), {
        undo: async (work) => void (await release(work, { host_id })),
      })
      await t.step(
        'seed',
        async (signal) =>
          (await connection(signal)).writeSeed(
            seed,
            makeSeed(await seedInput(row, plan.home, passwordIn(row))),
            signal,
          ),
        {
          undo: async (_, signal) => (await connection(signal)).deleteFile(seed, signal),
          undoUnfinished: true,
          timeoutMs: SMALL,
        },
      )
    }
    const makeDisk = async (one: PlacedDisk) => {
      const { path } = one
      const from = one.is_main && base ? base.below(one.image_id !== null) : { backing: null }
      await t.step(
        `disk_${one.id}`,
        async (signal) => (await connection(signal)).createVolume({ path, size_mib: one.size_mib, ...from }, signal),
        {
          undo: async (_, signal) => {
            await (await connection(signal)).deleteFile(path, signal)
            // What a copy that was broken off has left.
            await (await connection(signal)).deleteFile(`${path}.new`, signal)
          },
          undoUnfinished: true,
          timeoutMs: VOLUME_MS,
        },
      )
    }
    await settleAll([addressesAndSeed(), ...plan.disks.map(makeDisk)])
    t.progress(65, msg`Defining the VM`)
    await t.step(
      'define',
      async (signal) => (await connection(signal)).defineDomain(await domainSpec(row, plan.at, plan.disks), signal),
      {
        undo: async (_, signal) => (await connection(signal)).undefineDomain(row.internal_name, signal),
        undoUnfinished: true,
        timeoutMs: SMALL,
      },
    )
    if (base) t.progress(80, msg`Starting`)
    // Without a system there is nothing to start yet.
    const port =
      base &&
      (await t.step(
        'start',
        async (signal) => {
          const node = await connection(signal)
          await node.startDomain(row.internal_name, signal)
          await limitStarted(host_id, signal)
          return (await node.domain(row.internal_name, signal))?.vnc_port ?? null
        },
        {
          undo: async (_, signal) => (await connection(signal)).destroyDomain(row.internal_name, signal),
          undoUnfinished: true,
          timeoutMs: SMALL,
        },
      ))
    const state = base ? 'active' : 'stopped'
    await t.stepTx('finish', async (work) => {
      for (const one of plan.disks)
        await work.tx.disk.update({
          where: { id: one.id },
          data: { state: 'active', path: one.path },
        })
      await work.tx.host.update({
        where: { id: host_id },
        data: {
          state,
          is_built: true,
          fault: undefined,
          vnc_port: port,
          guest_password: null,
          ...(base && { started_at: new Date() }),
          state_at: new Date(),
          version: { increment: 1 },
        },
      })
      await settleAddresses(work, { host_id }, 'ok')
      const queue = await leaveQueue(work, host_id, t.id)
      hostChanged(work, row, { state, disabled: queue.length > 0 })
    })
    return { host_id }
  },

  /**
   * A VM that could not be created stays as `crashed` with the reason, without resources; deleting it removes the
   * record.
   */
  async settle(t, { host_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('crashed', async (work) => {
      const queue = await leaveQueue(work, host_id, t.id)
      const row = await work.tx.host.findUnique({ where: { id: host_id } })
      if (row?.state !== 'creating') return
      await release(work, { host_id })
      const fault = await faultOf(
        work,
        t.id,
        'host_create',
        outcome.error?.message ?? stored(msg`The creation was stopped`),
      )
      await work.tx.host.update({
        where: { id: host_id },
        data: { state: 'crashed', fault, guest_password: null, version: { increment: 1 } },
      })
      await work.tx.disk.updateMany({ where: { host_id }, data: { state: 'crashed' } })
      hostChanged(work, row, { state: 'crashed', disabled: queue.length > 0 })
    })
  },
})

type Plan = {
  row: host
  home: cluster
  base: Base | null
  at: node
  node_id: number
  disks: PlacedDisk[]
  folder: string
}

async function readPlan(host_id: number): Promise<Plan> {
  const { prisma } = db()
  const row = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  if (row.node_id === null) throw refused(msg`The VM has no node`)
  const [home, at, disks] = await Promise.all([
    prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } }),
    prisma.node.findUniqueOrThrow({ where: { id: row.node_id } }),
    prisma.disk.findMany({ where: { host_id }, orderBy: [{ boot_order: 'asc' }, { id: 'asc' }] }),
  ])
  const base = row.os_name === null ? null : await baseOf(row, home, row.node_id)
  const folder = await hostFolder(row)
  return { row, home, base, at, node_id: row.node_id, disks: await withPaths(disks, row), folder }
}
