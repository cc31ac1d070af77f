import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { panelSettings } from '../../../process/settings.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type Outcome, type SettleContext, type TaskContext } from '../../../tasks/define.ts'
import { withPdu } from './open.ts'
import { readOutletsNow } from './poll.ts'
import { storeOutlets } from './store.ts'

const READ_MS = 60_000

const input = z.object({ pdu_id: z.int(), port_id: z.int() })
type Input = z.output<typeof input>

/** @throws PanelError refused when switching the outlet off would take power from a protected server */
export async function rejectCuttingProtected(work: Work, port_id: number): Promise<void> {
  const [fed] = await work.sql<{ name: string; identity: number; pdu: string }>(
    `select s.name, p.identity, u.name as pdu from pdu_connection k join server s on s.id = k.server_id
       join pdu_port p on p.id = k.pdu_port_id join pdu u on u.id = p.pdu_id
      where k.pdu_port_id = $1::int and s.is_protected`,
    [port_id],
  )
  if (fed) throw protectedServer(fed)
}

export const protectedServer = ({ identity, pdu, name }: { identity: number; pdu: string; name: string }) =>
  wrongState(msg`Outlet ${identity} of ${pdu} feeds server ${name}, which is protected: turn off its protection first`)

/** Switches the outlet and stores what the PDU says of it then. */
async function setOutlet({ pdu_id, port_id }: Input, power: 'up' | 'down', signal: AbortSignal): Promise<void> {
  const { row, port } = await rowsOf(pdu_id, port_id)
  if (!row || !port) throw new PanelError('not_found', msg`The outlet no longer exists`)
  // Asked again right before it happens: protection may have come while the task waited.
  if (power === 'down') await transaction((work) => rejectCuttingProtected(work, port_id))
  const { outlet, at } = await withPdu(row, signal, (device, bounded) =>
    device.setOutlet(port.identity, power, bounded),
  )
  await transaction((work) => storeOutlets(work, pdu_id, [outlet], at))
}

const LIMITS = { retries: 1, timeoutMs: 10 * 60_000 }
const talk = async (t: TaskContext, { pdu_id, port_id }: Input) => {
  const { row } = await rowsOf(pdu_id, port_id)
  t.progress(10, msg`Connecting to ${row?.name ?? pdu_id}`)
}

const runTo = (power: 'up' | 'down') => async (t: TaskContext, given: Input) => {
  await talk(t, given)
  await t.step('power', (signal) => setOutlet(given, power, signal), LIMITS)
}

/** Off, a pause, on. Whatever comes between, the outlet gets its power back. */
async function runCycle(t: TaskContext, given: Input) {
  await talk(t, given)
  const back = (_: unknown, signal: AbortSignal) => setOutlet(given, 'up', signal)
  await t.step('off', (signal) => setOutlet(given, 'down', signal), { ...LIMITS, undoUnfinished: true, undo: back })
  t.progress(40, msg`Waiting before the outlet is turned on again`)
  const { outlet } = panelSettings().power
  if (outlet > 0) await t.sleep('outlets_rest', outlet * 1000)
  t.progress(70, msg`Turning the outlet on`)
  await t.step('on', (signal) => setOutlet(given, 'up', signal), LIMITS)
}

/** The row says why switching failed, and what the device says now: what was switched well has been stored already. */
async function settle(t: SettleContext, { pdu_id, port_id }: Input, outcome: Outcome) {
  if (outcome.started && outcome.status !== 'complete')
    await t.step('read_state', (signal) => readOutlet(pdu_id, port_id, signal))
  await t.stepTx('save', async (work) => {
    const fault = outcome.status === 'failed' ? (outcome.error?.message ?? 'failed') : null
    const rows = await work.sql<{ id: number }>(
      `update pdu_port set task_id = case when task_id = $2::int then null else task_id end,
              fault = case when $3::boolean then fault else $4::text end
        where id = $1::int returning id`,
      [port_id, t.id, outcome.status === 'aborted', fault],
    )
    if (rows.length > 0)
      changed(work, {
        entity: 'pdu_port',
        entity_id: port_id,
        event: 'update',
        data: { fault },
        relations: { pdu: pdu_id },
      })
  })
}

/** Stores what the device says of one outlet, when it answers. */
async function readOutlet(pdu_id: number, port_id: number, signal: AbortSignal): Promise<void> {
  const { row, port } = await rowsOf(pdu_id, port_id)
  if (!row || !port) return
  try {
    const { outlets, at } = await withPdu(row, signal, readOutletsNow([port.identity]), READ_MS)
    await transaction((work) => storeOutlets(work, pdu_id, outlets, at))
  } catch (fault) {
    signal.throwIfAborted()
    if (!(fault instanceof PanelError)) throw fault
  }
}

async function rowsOf(pdu_id: number, port_id: number) {
  const { prisma } = db()
  return {
    row: await prisma.pdu.findUnique({ where: { id: pdu_id } }),
    port: await prisma.pdu_port.findFirst({ where: { id: port_id, pdu_id } }),
  }
}

const common = {
  input,
  // One at a time on a device, in the order in which they were asked for.
  locks: ({ pdu_id }: Input) => [`pdu:${pdu_id}`],
  timeoutMs: 15 * 60_000,
  settle,
}
export const pduPortOnTask = defineTask({ ...common, name: 'pdu_port_on', title: 'Turn outlet on', run: runTo('up') })
export const pduPortOffTask = defineTask({
  ...common,
  name: 'pdu_port_off',
  title: 'Turn outlet off',
  run: runTo('down'),
})
export const pduPortCycleTask = defineTask({
  ...common,
  name: 'pdu_port_cycle',
  title: 'Power cycle outlet',
  run: runCycle,
})
