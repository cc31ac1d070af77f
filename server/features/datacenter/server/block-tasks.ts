import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type Outcome, type SettleContext, type TaskContext } from '../../../tasks/define.ts'
import { withSwitch } from '../switch/open.ts'
import { storePort } from '../switch/store.ts'
import { forgetSwitchedOff, noteSwitchedOff } from '../switch-connection/service.ts'

/** Of one attempt at a switch, with the time until its turn comes. */
const STEP_MS = 10 * 60_000

const input = z.object({
  server_id: z.int(),
  /** Whose ports it uses: connections do not change while it is being suspended or resumed. */
  switches: z.array(z.int()),
  /** What it was when it was asked for, and is again after a failure. */
  before: z.enum(['active', 'suspended']),
})
type Input = z.output<typeof input>
type Link = { id: number; switch_id: number; if_index: string; suspended: boolean }

const locks = ({ server_id, switches }: Input) => [`server:${server_id}`, ...switches.map((id) => `switch:${id}`)]

const linksOf = async (server_id: number): Promise<Link[]> =>
  (
    await db().pool.query<Link>(
      `select k.id, p.switch_id, p.if_index, k.suspended from switch_connection k join switch_port p on p.id = k.switch_port_id
        where k.server_id = $1 order by k.id`,
      [server_id],
    )
  ).rows

/** Switches one port and stores what the device says of it then. */
async function set(link: Link, admin: 'up' | 'down', signal: AbortSignal) {
  const row = await db().prisma.net_switch.findUniqueOrThrow({ where: { id: link.switch_id } })
  const { at, port } = await withSwitch(row, signal, (device, bounded) =>
    device.setAdminStatus(link.if_index, admin, bounded),
  )
  await transaction((work) => storePort(work, link.switch_id, { port }, at))
}

/** Notes that the port is on, before it is switched off: a worker that dies in between must not take it for one that was off. */
async function noteIfOn(link: Link, signal: AbortSignal): Promise<boolean> {
  const row = await db().prisma.net_switch.findUniqueOrThrow({ where: { id: link.switch_id } })
  const port = await withSwitch(row, signal, (device, bounded) => device.readPort(link.if_index, bounded))
  if (!port) throw deviceRejected(msg`Switch ${row.id} no longer has the port ${link.if_index}`)
  if (port.admin_status !== 'up') return false
  await noteSwitchedOff(link.id)
  return true
}

async function suspend(t: TaskContext, { server_id, before }: Input) {
  for (const link of await linksOf(server_id)) {
    t.progress(10, msg`Turning port ${link.if_index} off`)
    const was = await t.step(`note_${link.id}`, async (signal) => link.suspended || noteIfOn(link, signal), {
      timeoutMs: STEP_MS,
    })
    if (!was) continue
    await t.step(`off_${link.id}`, (signal) => set(link, 'down', signal), {
      timeoutMs: STEP_MS,
      // Asked for once more, a failure leaves off what was off.
      ...(before === 'active' && {
        undoUnfinished: true,
        undo: (_: unknown, signal: AbortSignal) => set(link, 'up', signal),
      }),
    })
  }
}

async function resume(t: TaskContext, { server_id, before }: Input) {
  for (const link of await linksOf(server_id)) {
    t.progress(10, msg`Turning port ${link.if_index} on`)
    // Asked within a step: after a crash the mark may be gone, and what has to be undone is still known.
    const was = await t.step(`look_${link.id}`, async () => link.suspended)
    if (!was) continue
    await t.step(`on_${link.id}`, (signal) => set(link, 'up', signal), {
      timeoutMs: STEP_MS,
      ...(before === 'suspended' && {
        undoUnfinished: true,
        undo: (_: unknown, signal: AbortSignal) => set(link, 'down', signal),
      }),
    })
  }
}

/** A failure leaves the server as it was before, with the reason beside its state. */
const settle =
  (done: 'suspended' | 'active') =>
  (t: SettleContext, { server_id, before }: Input, outcome: Outcome) =>
    t.stepTx('save', async (work) => {
      const complete = outcome.status === 'complete'
      const state = complete ? done : before
      const state_info = complete ? null : (outcome.error?.message ?? stored(msg`It was stopped`))
      if (state === 'active') await forgetSwitchedOff(work, server_id)
      const server = await work.tx.server.findUnique({ where: { id: server_id }, select: { owner_id: true } })
      if (!server) return
      await work.tx.server.update({ where: { id: server_id }, data: { state, state_info, version: { increment: 1 } } })
      const account_id = server.owner_id
      changed(work, {
        entity: 'server',
        entity_id: server_id,
        event: 'update',
        data: { state, state_info },
        account_id,
      })
    })

export const serverSuspendTask = defineTask({
  name: 'server_suspend',
  title: 'Suspend server',
  input,
  locks,
  run: suspend,
  settle: settle('suspended'),
})

export const serverResumeTask = defineTask({
  name: 'server_resume',
  title: 'Resume server',
  input,
  locks,
  run: resume,
  settle: settle('active'),
})
