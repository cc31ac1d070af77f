import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import type { Outcome, SettleContext } from '../../../tasks/define.ts'
import { withPdu } from '../../datacenter/pdu/open.ts'
import { readOutletsNow } from '../../datacenter/pdu/poll.ts'
import { pduPollFailed, storeOutlets } from '../../datacenter/pdu/store.ts'
import { faultOf } from '../../datacenter/poll/fault.ts'
import { pollController } from '../ipmi/poll-controller.ts'
import { readWiring, type WiredInput } from './wiring.ts'

const READ_MS = 60_000

/**
 * The server is free again, and the rows of its devices say what these say: each step has stored what it read back, and after any end
 * but a good one all of them are asked once more.
 */
export async function settlePower(
  t: SettleContext,
  input: { server_id: number; pdus: readonly number[]; ipmi: number | null },
  outcome: Outcome,
): Promise<void> {
  const wiring =
    outcome.started && outcome.status !== 'complete' ? await t.step('wiring', () => wiringOf(input.server_id)) : null
  if (wiring) {
    for (const pdu_id of input.pdus)
      await t.step(`read_pdu_${pdu_id}`, (signal) =>
        readInputs(
          pdu_id,
          wiring.powerInputs.filter((powerInput) => powerInput.pdu_id === pdu_id),
          signal,
        ),
      )
    // A controller without power is silent, which is no fault of its.
    const dark = wiring.powerInputs.length > 0 && (await isDark(input.server_id))
    const { ipmi } = input
    if (ipmi !== null && !dark) await t.step('read_controller', (signal) => readController(ipmi, signal))
  }
  await t.stepTx('save', async (work) => {
    const [server] = await work.sql<{ power_status: string; owner_id: number | null }>(
      `update server set power_action = null, power_task = null where id = $1::int and power_task = $2::int
       returning power_status, owner_id`,
      [input.server_id, t.id],
    )
    if (!server) return
    await work.sql(
      `update power_event set state = $2, after = $3, fault = $4 where task = $1::int and state = 'running' returning id`,
      [t.id, outcome.status, server.power_status, outcome.status === 'failed' ? (outcome.error?.message ?? '') : null],
    )
    changed(work, {
      entity: 'server',
      entity_id: input.server_id,
      event: 'update',
      data: { power_action: null, power_status: server.power_status },
      account_id: server.owner_id,
    })
  })
}

/** Null when the server is gone: there is nothing to settle. */
async function wiringOf(server_id: number) {
  try {
    return await readWiring(server_id)
  } catch (fault) {
    if (fault instanceof PanelError && fault.code === 'not_found') return null
    throw fault
  }
}

/** Whether every outlet of a server is known to be off. */
export async function isDark(server_id: number): Promise<boolean> {
  const { rows } = await db().pool.query<{ dark: boolean | null }>(
    `select bool_and(p.power_status = 'down') as dark from pdu_connection k join pdu_port p on p.id = k.pdu_port_id where k.server_id = $1`,
    [server_id],
  )
  return rows[0]?.dark ?? false
}

/** An outlet of a PDU that does not answer may have been switched: its power is unknown then. */
async function readInputs(pdu_id: number, powerInputs: readonly WiredInput[], signal: AbortSignal): Promise<void> {
  const row = await db().prisma.pdu.findUnique({ where: { id: pdu_id } })
  if (!row || powerInputs.length === 0) return
  const asked = new Date()
  const mine = powerInputs.map(({ identity }) => identity)
  try {
    const { at, outlets } = await withPdu(row, signal, readOutletsNow(mine), READ_MS)
    await transaction((work) => storeOutlets(work, pdu_id, outlets, at))
  } catch (error) {
    const fault = faultOf(error, signal)
    if (fault === null) throw error
    await transaction(async (work) => {
      const known = await work.tx.pdu_port.findMany({ where: { pdu_id, identity: { in: mine }, gone: false } })
      const unknown = { power_status: 'unknown', current_ma: null, power_w: null } as const
      await storeOutlets(
        work,
        pdu_id,
        known.map(({ identity, name }) => ({ identity, name, ...unknown })),
        asked,
      )
      await pduPollFailed(work, pdu_id, fault)
    })
  }
}

/** A round writes down how it went, also when the controller does not answer. */
async function readController(ipmi_id: number, outer: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(READ_MS)])
  try {
    await pollController(ipmi_id, signal)
  } catch (error) {
    outer.throwIfAborted()
    if (faultOf(error, signal) === null) throw error
  }
}
