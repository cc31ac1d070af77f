import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { seal } from '../../../db/secrets.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { backupFate } from '../../../domain/backup/fate.ts'
import { storedRules } from '../../../domain/host/rule-groups.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { release } from '../../network/allocation/release.ts'
import { passAddressesOn } from '../../network/ip/owner.ts'
import { dismissTasksOf } from '../../platform/task/dismiss.ts'
import { keptRules, rulesFor } from '../address-group/of-rules.ts'
import { deleteBackupsOf } from '../backup/fate.ts'
import { nodeConnection } from '../node/connections.ts'
import { hostChanged } from './claim.ts'
import { movedTo } from './disks/move/broken.ts'
import { pathOf } from './disks/storage.ts'
import { hostFolder, rescueDiskPath, rescueSeedPath, seedPath } from './files.ts'
import { takeQuotaFor } from './given-quota.ts'
import { judge, judgeRow } from './judge.ts'
import { checkNewOwner } from './owner.ts'
import { passwordOf } from './passwords.ts'
import { settleHost } from './real-state.ts'
import { cancelWaiting } from './resources/waiting.ts'
import { memoryFiles } from './snapshot/forget.ts'

const locks = ({ host_id }: { host_id: number }) => [`host:${host_id}`]

export const hostDeleteTask = defineTask({
  name: 'host_delete',
  title: 'Delete virtual machine',
  /**
   * `abandon`: the node is away and the VM is forgotten all the same; its files stay there. `force`: so it is when the node is away
   * by the turn of the deletion. `backups_of`: only those of this account go with it.
   */
  input: z.object({
    host_id: z.int(),
    abandon: z.boolean().default(false),
    force: z.boolean().default(false),
    backups: backupFate,
    backups_of: z.int().nullable().default(null),
  }),
  locks,
  timeoutMs: 15 * 60_000,
  async run(t, input) {
    const { host_id } = input
    const abandon = await t.stepTx('begin', (work) => beginDeletion(work, input))
    const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const disks = await db().prisma.disk.findMany({ where: { host_id } })
    const folder = disks.length > 0 ? await hostFolder(row) : null
    const node_id = row.node_id
    if (node_id !== null && !abandon) {
      const connection = (signal: AbortSignal) => nodeConnection(node_id, signal)
      t.progress(10, msg`Turning off`)
      await t.step('destroy', async (signal) => (await connection(signal)).destroyDomain(row.internal_name, signal), {
        retries: 2,
      })
      await t.step('undefine', async (signal) => (await connection(signal)).undefineDomain(row.internal_name, signal), {
        retries: 2,
      })
      t.progress(50, msg`Deleting disks`)
      const own = folder
        ? [
            ...(await Promise.all(disks.map((one) => pathOf(one, row)))),
            ...[seedPath(folder, row), rescueDiskPath(folder, row), rescueSeedPath(folder, row)],
          ]
        : []
      const paths = [
        ...own,
        ...(await movedTo(disks)),
        ...row.unused_files,
        ...(await t.step('memory', () => memoryFiles(host_id))),
      ]
      for (const [n, path] of paths.entries())
        await t.step(`file_${n}`, async (signal) => (await connection(signal)).deleteFile(path, signal), { retries: 2 })
    }
    await t.stepTx('forget', async (work) => {
      await cancelWaiting(work, host_id)
      await release(work, { host_id })
      if (input.backups === 'delete') await deleteBackupsOf(work, { host_id, account_id: input.backups_of })
      await work.tx.disk.deleteMany({ where: { host_id } })
      await work.tx.host.delete({ where: { id: host_id } })
      hostChanged(work, row, {}, 'delete')
      await dismissTasksOf(work, 'host', host_id)
    })
  },
  settle: async (t, { host_id }, outcome) => {
    if (outcome.status !== 'complete') await settleHost(t, host_id, { action: 'host_delete', outcome })
  },
})

type Deletion = { host_id: number; abandon: boolean; force: boolean }

/** Marks a VM whose deletion waited for its turn; answers whether it is only forgotten. */
async function beginDeletion(work: Work, { host_id, abandon, force }: Deletion): Promise<boolean> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  if (row.state === 'deleting') return abandon
  judgeRow(row, force ? 'forget' : 'delete')
  await work.tx.host.update({ where: { id: host_id }, data: { state: 'deleting', version: { increment: 1 } } })
  hostChanged(work, row, { state: 'deleting', disabled: true })
  return row.state === 'unknown'
}

export const hostVncPasswordTask = defineTask({
  name: 'host_change_vnc_password',
  title: 'Change the VNC password',
  input: z.object({ host_id: z.int() }),
  locks,
  timeoutMs: 2 * 60_000,
  async run(t, { host_id }) {
    const { row } = await judge(host_id, 'vnc_password')
    const { node_id } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    await t.step(
      'set_password',
      async (signal) =>
        (await nodeConnection(node_id, signal)).setVncPassword(row.internal_name, await passwordOf(t.id), signal),
      { retries: 2, timeoutMs: 30_000 },
    )
    await t.stepTx('store', async (work) => {
      const vnc_password = seal(await passwordOf(t.id), { table: 'host', id: host_id, column: 'vnc_password' })
      await work.tx.host.update({ where: { id: host_id }, data: { vnc_password } })
    })
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, { action: 'host_change_vnc_password', outcome }),
})

export const hostAccountTask = defineTask({
  name: 'host_change_account',
  title: 'Give the VM to another account',
  input: z.object({ host_id: z.int(), account_id: z.int() }),
  locks,
  async run(t, { host_id, account_id }) {
    await t.stepTx('hand_over', async (work) => {
      await takeQuotaFor(work, host_id, account_id)
      await lockRow(work, 'host', host_id)
      const before = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
      judgeRow(before, 'account')
      await checkNewOwner(work, before, account_id)
      const packet_rules = await rulesFor(work, await keptRules(work, storedRules(before.packet_rules)), account_id)
      const row = await work.tx.host.update({ where: { id: host_id }, data: { account_id, packet_rules } })
      await work.tx.disk.updateMany({ where: { host_id }, data: { account_id } })
      await passAddressesOn(work, { host_id }, account_id)
      // For the old owner it is gone, for the new one it has appeared.
      hostChanged(work, before, {}, 'delete')
      hostChanged(work, row, {}, 'create')
    })
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, { action: 'host_change_account', outcome }),
})
