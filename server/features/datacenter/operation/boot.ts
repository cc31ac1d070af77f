import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { seal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import { startByHand } from '../../../domain/operation/steps.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { setBoot, switchPower } from '../../remote/power/devices.ts'
import { bringDhcp } from '../location/services/apply.ts'
import { begin } from './begin.ts'
import { bootStage, type Stage } from './boot-stage.ts'
import { hashOf, newTicket } from './tickets.ts'
import { endedBeforeBoot, untilInTime } from './until.ts'

const MINUTE = 60_000
const OFF_MS = MINUTE
const ON_MS = 2 * MINUTE
/** Others of the location may be before it. */
const RESERVE_MS = 5 * MINUTE
/** Network boot fails now and then for no lasting reason: a port that comes up late, a panel that was being restarted. */
const BOOTS = 3

/**
 * Boots a server from the network until its live system has reported. One that does not come so far is started again with another ticket, which makes the one
 * before useless: nothing has been written yet. Without a controller a person starts it, and nothing is repeated.
 * @throws PanelError `device_rejected` with how far it came
 */
export async function bootServer(t: TaskContext, row: operation, ipmi_id: number | null): Promise<void> {
  for (let n = 1; ; n++) {
    await begin(t, row.id, 'reserve', 5, msg`Telling the DHCP server of the location`, n)
    if (!(await t.stepTx(`ticket_${n}`, (work) => giveTicket(work, row.id)))) return
    await t.step(`reserve_${n}`, (signal) => bringDhcp(row.location_id, signal, { listens: true }), {
      retries: 2,
      timeoutMs: RESERVE_MS,
    })
    if (await endedBeforeBoot(row.id)) return
    if (ipmi_id === null) return begin(t, row.id, 'power', 10, startByHand)
    await startFromNetwork(t, row, ipmi_id, n)
    // A program may say that all is done.
    const came = await t.step(`reported_${n}`, (signal) =>
      t.idle(() => untilInTime(row.id, (now) => (now.result === null ? bootStage(row.id) : 'report'), signal)),
    )
    if (came === 'report') return
    if (n === BOOTS) throw deviceRejected(stuck(came, row.mac))
  }
}

async function startFromNetwork(t: TaskContext, { id, server_id }: operation, ipmi_id: number, n: number) {
  const { settings } = await db().prisma.server.findUniqueOrThrow({ where: { id: server_id } })
  const uefi = (settings as { efi?: boolean }).efi ?? false
  await begin(t, id, 'boot_device', 8, msg`Asking the controller to boot from the network`, n)
  await t.step(`off_${n}`, (signal) => switchPower(ipmi_id, { wanted: 'off', ms: OFF_MS }, signal), { retries: 1 })
  await t.step(`boot_device_${n}`, (signal) => setBoot(ipmi_id, { device: 'pxe', persistent: false, uefi }, signal), {
    retries: 1,
    timeoutMs: 2 * MINUTE,
  })
  await begin(t, id, 'power', 10, msg`Starting the server`, n)
  await t.step(`on_${n}`, (signal) => switchPower(ipmi_id, { wanted: 'on', ms: ON_MS }, signal), { retries: 1 })
}

/** Gives an operation a ticket that nobody has used, and takes back the one before with its session. @returns false when a live system has reported already, or the operation has ended */
async function giveTicket(work: Work, id: number): Promise<boolean> {
  const ticket = newTicket()
  const sealed = seal(ticket, { table: 'operation', id, column: 'ticket' })
  const { count } = await work.tx.operation.updateMany({
    where: { id, ended_at: null, seen_at: null },
    data: { ticket: sealed, ticket_hash: hashOf(ticket), ticket_used_at: null, session_hash: null },
  })
  return count > 0
}

const stuck = (stage: Stage, mac: string) =>
  ({
    power: msg`The server was started ${BOOTS} times and has not booted from its network card ${mac}`,
    loader: msg`The boot program of the server was started ${BOOTS} times and has not fetched the live system`,
    system: msg`The live system was started ${BOOTS} times and has not reported the hardware`,
  })[stage]
