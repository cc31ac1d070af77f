import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { defineTask } from '../../../tasks/define.ts'
import { release } from '../../network/allocation/release.ts'
import { nodeConnection } from '../node/connections.ts'
import { hostChanged } from './claim.ts'
import { diskPath, seedPath, storagePath } from './files.ts'
import { settleHost } from './real-state.ts'

const locks = ({ host_id }: { host_id: number }) => [`host:${host_id}`]

export const hostDeleteTask = defineTask({
  name: 'host_delete',
  title: 'Delete virtual machine',
  /** `abandon`: the node is away and somebody decided to forget the machine all the same; its files stay there. */
  input: z.object({ host_id: z.int(), abandon: z.boolean().default(false) }),
  locks,
  timeoutMs: 15 * 60_000,
  async run(t, { host_id, abandon }) {
    const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const disks = await db().prisma.disk.findMany({ where: { host_id } })
    const folder = disks[0] ? await storagePath(row.cluster_id, disks[0].storage_id) : null
    const node_id = row.node_id
    if (node_id !== null && !abandon) {
      const connection = (signal: AbortSignal) => nodeConnection(node_id, signal)
      t.progress(10, 'Switching off')
      await t.step('destroy', async (signal) => (await connection(signal)).destroyDomain(row.internal_name, signal), {
        retries: 2,
      })
      await t.step('undefine', async (signal) => (await connection(signal)).undefineDomain(row.internal_name, signal), {
        retries: 2,
      })
      t.progress(50, 'Deleting disks')
      const paths = folder ? [...disks.map((one) => diskPath(folder, row, one)), seedPath(folder, row)] : []
      for (const [n, path] of paths.entries())
        await t.step(`file_${n}`, async (signal) => (await connection(signal)).deleteFile(path, signal), { retries: 2 })
    }
    await t.stepTx('forget', async (work) => {
      await release(work, { host_id })
      await work.tx.disk.deleteMany({ where: { host_id } })
      await work.tx.host.delete({ where: { id: host_id } })
      hostChanged(work, row, {}, 'delete')
      await noteFaultsOf(work, host_id)
    })
  },
  settle: async (t, { host_id }, outcome) => {
    if (outcome.status !== 'complete') await settleHost(t, host_id, 'host_delete', outcome)
  },
})

/** What failed on a machine that is gone is nobody's problem any more. */
async function noteFaultsOf(work: Work, hostId: number): Promise<void> {
  const noted = await work.sql<{ id: number; account_id: number | null }>(
    `update task set dismissed = true where entity = 'host' and registry_id = $1::int and status = 'failed' and not dismissed
     returning id, account_id`,
    [hostId],
  )
  for (const { id, account_id } of noted) changed(work, { entity: 'task', entity_id: id, event: 'update', account_id })
}

export const hostPasswordTask = defineTask({
  name: 'host_change_password',
  title: "Change the guest's password",
  input: z.object({ host_id: z.int() }),
  locks,
  timeoutMs: 2 * 60_000,
  async run(t, { host_id }) {
    const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const { guest_password, node_id } = row
    if (!guest_password || node_id === null) throw new PanelError('wrong_state', 'There is no password to set')
    const password = unseal(guest_password, { table: 'host', id: host_id, column: 'guest_password' })
    t.progress(30, 'Asking the guest agent')
    await t.step(
      'set_password',
      async (signal) =>
        (await nodeConnection(node_id, signal)).setGuestPassword(row.internal_name, row.login_user, password, signal),
      { retries: 2, timeoutMs: 30_000 },
    )
  },
  async settle(t, { host_id }, outcome) {
    await t.stepTx(
      'forget_password',
      async (work) => void (await work.tx.host.updateMany({ where: { id: host_id }, data: { guest_password: null } })),
    )
    await settleHost(t, host_id, 'host_change_password', outcome)
  },
})

export const hostVncPasswordTask = defineTask({
  name: 'host_change_vnc_password',
  title: 'Change the VNC password',
  input: z.object({ host_id: z.int() }),
  locks,
  timeoutMs: 2 * 60_000,
  async run(t, { host_id }) {
    const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const { vnc_password, node_id } = row
    if (!vnc_password || node_id === null) throw new PanelError('wrong_state', 'There is no password to set')
    const password = unseal(vnc_password, { table: 'host', id: host_id, column: 'vnc_password' })
    await t.step(
      'set_password',
      async (signal) => (await nodeConnection(node_id, signal)).setVncPassword(row.internal_name, password, signal),
      { retries: 2, timeoutMs: 30_000 },
    )
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, 'host_change_vnc_password', outcome),
})

export const hostAccountTask = defineTask({
  name: 'host_change_account',
  title: 'Give the machine to another account',
  input: z.object({ host_id: z.int(), account_id: z.int() }),
  locks,
  async run(t, { host_id, account_id }) {
    await t.stepTx('hand_over', async (work) => {
      const before = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
      const row = await work.tx.host.update({ where: { id: host_id }, data: { account_id } })
      await work.tx.disk.updateMany({ where: { host_id }, data: { account_id } })
      await work.tx.ip.updateMany({ where: { host_id }, data: { account_id } })
      // For the old owner it is gone, for the new one it has appeared.
      hostChanged(work, before, {}, 'delete')
      hostChanged(work, row, {}, 'create')
    })
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, 'host_change_account', outcome),
})
