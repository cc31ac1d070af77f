import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { seal } from '../../../db/secrets.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { hostChanged } from './claim.ts'
import { presentSpec } from './define-again.ts'
import { hostFolder, seedPath } from './files.ts'
import { passwordOf } from './passwords.ts'
import { removeUnused } from './reinstall/record.ts'
import { makeSeed } from './seed.ts'
import { seedInput } from './seed-input.ts'

const SMALL = 60_000

/** Nothing would read what is written for the start of a VM without a system. @throws PanelError `wrong_state` */
export function requireSystem({ os_name }: Pick<host, 'os_name'>): void {
  if (os_name === null)
    throw wrongState(
      msg`The VM has no system that could set the password at its next start: install one, or start the VM if its guest agent is installed`,
      'os',
    )
}

/**
 * Has the guest of a stopped VM set a password, and the SSH keys of its owner, at its next start: by a seed for another cloud-init
 * instance. Nothing of the guest's disk is opened on the node.
 */
export async function setAtStart(t: TaskContext, { id, uuid: _ }: host, node_id: number): Promise<void> {
  const { prisma } = db()
  const { path, before } = await t.stepTx('begin', (work) => begin(work, id, t.id))
  t.progress(30, msg`Writing the password for the next start`)
  await t.step(
    'seed',
    async (signal) => {
      const row = await prisma.host.findUniqueOrThrow({ where: { id } })
      const home = await prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
      const input = await seedInput({ ...row, instance: t.id }, home, await passwordOf(t.id))
      await (await nodeConnection(node_id, signal)).writeSeed(path, makeSeed({ ...input, kind: 'access' }), signal)
    },
    { retries: 1, timeoutMs: SMALL },
  )
  await t.stepTx(
    'switch',
    async (work) => {
      const password = await passwordOf(t.id)
      await switchTo(work, id, { instance: t.id, waits: true, password, used: path, unused: before.path })
    },
    {
      undo: (work) =>
        switchTo(work, id, { instance: before.instance, waits: before.waits, used: before.path, unused: path }),
    },
  )
  await t.step('define', (signal) => define(id, node_id, signal), {
    retries: 2,
    timeoutMs: SMALL,
    undo: (_, signal) => define(id, node_id, signal),
    undoUnfinished: true,
  })
  await t.step('clear_away', (signal) => removeUnused(id, signal), { timeoutMs: SMALL })
}

async function define(id: number, node_id: number, signal: AbortSignal) {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id } })
  await (await nodeConnection(node_id, signal)).defineDomain(await presentSpec(row, node_id), signal)
}

type Before = { path: string; instance: number; waits: boolean }
type Begun = { path: string; before: Before }

/** The seed that is going to be made is noted before it is there, so that it is removed when it is not needed. */
async function begin(work: Work, id: number, instance: number): Promise<Begun> {
  await lockRow(work, 'host', id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id } })
  const folder = await hostFolder(row)
  const path = seedPath(folder, { ...row, instance })
  await work.tx.host.update({ where: { id }, data: { unused_files: [...new Set([...row.unused_files, path])] } })
  return { path, before: { path: seedPath(folder, row), instance: row.instance, waits: row.password_at_start } }
}

type Change = { instance: number; waits: boolean; password?: string; used: string; unused: string }

async function switchTo(work: Work, id: number, { instance, waits, password, used, unused }: Change): Promise<void> {
  await lockRow(work, 'host', id)
  const { unused_files } = await work.tx.host.findUniqueOrThrow({ where: { id } })
  const rest = unused_files.filter((path) => path !== used && path !== unused)
  const row = await work.tx.host.update({
    where: { id },
    data: {
      instance,
      password_at_start: waits,
      unused_files: [...rest, unused],
      version: { increment: 1 },
      // Kept sealed until then: the seed is written anew when the network of the VM changes.
      ...(password !== undefined && {
        guest_password: seal(password, { table: 'host', id, column: 'guest_password' }),
      }),
      ...(!waits && { guest_password: null }),
    },
  })
  hostChanged(work, row)
}
