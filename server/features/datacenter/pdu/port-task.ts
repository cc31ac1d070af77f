import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { defineTask, type Outcome, type SettleContext, type TaskContext } from '../../../tasks/define.ts'
import { withPdu } from './open.ts'
import { readNow } from './poll.ts'
import { writeOutlets } from './store.ts'

const READ_MS = 60_000

const input = z.object({ pdu_id: z.int(), port_id: z.int(), power: z.enum(['up', 'down']) })
type Input = z.output<typeof input>

/** @throws PanelError refused when switching the outlet off would take power from a protected server */
export async function refuseCuttingProtected(work: Work, port_id: number): Promise<void> {
  const [fed] = await work.sql<{ name: string; identity: number; pdu: string }>(
    `select s.name, p.identity, u.name as pdu from pdu_connection k join server s on s.id = k.server_id
       join pdu_port p on p.id = k.pdu_port_id join pdu u on u.id = p.pdu_id
      where k.pdu_port_id = $1::int and s.is_protected`,
    [port_id],
  )
  if (fed)
    throw new PanelError(
      'wrong_state',
      `Outlet ${fed.identity} of ${fed.pdu} feeds server ${fed.name}, which is protected: take the protection off first`,
    )
}

async function run(t: TaskContext, { pdu_id, port_id, power }: Input) {
  const { row, port } = await rowsOf(pdu_id, port_id)
  if (!row || !port) throw new PanelError('not_found', 'The outlet does not exist any more')
  t.progress(10, `Talking to ${row.name}`)
  await t.step(
    'power',
    async (signal) => {
      // Asked again right before it happens: protection may have come while the task waited.
      if (power === 'down') await transaction((work) => refuseCuttingProtected(work, port_id))
      await withPdu(row, signal, (device, bounded) => device.setOutlet(port.identity, power, bounded))
    },
    { retries: 1, timeoutMs: 10 * 60_000 },
  )
}

/** Whatever the end was: the row says what the device says now, and why switching failed. */
async function settle(t: SettleContext, { pdu_id, port_id }: Input, outcome: Outcome) {
  const reading = outcome.started
    ? await t.step('read_state', async (signal) => readOutlet(pdu_id, port_id, signal))
    : null
  await t.stepTx('save', async (work) => {
    if (reading) await writeOutlets(work, pdu_id, reading.outlets, new Date(reading.at))
    const fault = outcome.status === 'failed' ? (outcome.error?.message ?? 'failed') : null
    const rows = await work.sql<{ id: number }>(
      `update pdu_port set task_id = case when task_id = $2::int then null else task_id end,
              fault = case when $3::boolean then fault else $4::text end, seen_at = coalesce($5::timestamptz, seen_at)
        where id = $1::int returning id`,
      [port_id, t.id, outcome.status === 'aborted', fault, reading?.at ?? null],
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

/** What the device says of one outlet; null when it does not answer. */
async function readOutlet(pdu_id: number, port_id: number, signal: AbortSignal) {
  const { row, port } = await rowsOf(pdu_id, port_id)
  if (!row || !port) return null
  try {
    const { at, reading } = await withPdu(row, signal, readNow, READ_MS)
    return { at: at.toISOString(), outlets: reading.outlets.filter((outlet) => outlet.identity === port.identity) }
  } catch (fault) {
    signal.throwIfAborted()
    if (fault instanceof PanelError) return null
    throw fault
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
  run,
  settle,
}
export const pduPortOnTask = defineTask({ ...common, name: 'pdu_port_on', title: 'Switch outlet on' })
export const pduPortOffTask = defineTask({ ...common, name: 'pdu_port_off', title: 'Switch outlet off' })
