import { setTimeout as pause } from 'node:timers/promises'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { BmcBoot, BmcConnection, BmcPower, BmcPowerAction } from '../../../drivers/bmc/types.ts'
import { deviceNames } from '../../../drivers/device-words.ts'
import { changed } from '../../../events/changes.ts'
import { msg, Text, type TextRecord } from '../../../shared/text.ts'
import { withPdu } from '../../datacenter/pdu/open.ts'
import { writeOutlets } from '../../datacenter/pdu/store.ts'
import { withBmc } from '../ipmi/open.ts'
import { storePower } from '../ipmi/store.ts'
import { type Feed, feedName } from './wiring.ts'

const LOOK_MS = 500

/** Owners of servers read what became of a task: addresses of devices are not for them. */
export function withoutAddress(fault: unknown, address: string): unknown {
  if (!(fault instanceof PanelError)) return fault
  return new PanelError(fault.code, hide(fault.text, address), { value: fault.value, cause: fault })
}

/** Names devices without their place, and writes … wherever else the address stands. */
function hide(text: Text, address: string): Text {
  const device = Object.values(deviceNames).find(({ at }) => at('').template === text.template)
  if (device && text.values[0] === address) return device.alone
  const hidden = text.values.map((value) => {
    if (value instanceof Text) return hide(value, address)
    return typeof value === 'string' ? value.replaceAll(address, '…') : value
  })
  return new Text(text.template, hidden)
}

/** Switches one outlet and writes down what the PDU says of it then. @throws PanelError that says which outlet */
export async function switchFeed(
  feed: Feed,
  power: 'up' | 'down',
  signal: AbortSignal,
): Promise<'switched' | 'already'> {
  const row = await db().prisma.pdu.findUnique({ where: { id: feed.pdu_id } })
  if (!row) throw new PanelError('not_found', msg`PDU ${feed.pdu_id} does not exist any more`)
  try {
    const { before, outlets, at } = await withPdu(row, signal, async (device, bounded) => {
      const before = (await device.read(bounded)).outlets.find(({ identity }) => identity === feed.identity)
      if (before?.power_status !== power) await device.setOutlet(feed.identity, power, bounded)
      const at = new Date()
      return { before, outlets: (await device.read(bounded)).outlets, at }
    })
    await transaction(async (work) => {
      const own = outlets.filter(({ identity }) => identity === feed.identity)
      await writeOutlets(work, feed.pdu_id, own, at)
      await noteFault(work, feed, null)
    })
    return before?.power_status === power ? 'already' : 'switched'
  } catch (fault) {
    const plain = withoutAddress(fault, row.ip)
    if (!(plain instanceof PanelError)) throw plain
    await transaction((work) => noteFault(work, feed, stored(plain.text)))
    throw new PanelError(
      plain.code,
      power === 'up'
        ? msg`${feedName(feed)} could not be switched on: ${plain.text}`
        : msg`${feedName(feed)} could not be switched off: ${plain.text}`,
      {
        cause: fault,
      },
    )
  }
}

/** The page of the PDU says as well why its outlet was not switched. */
async function noteFault(work: Work, { port_id, pdu_id }: Feed, fault: string | null): Promise<void> {
  const rows = await work.sql(
    'update pdu_port set fault = $2 where id = $1::int and fault is distinct from $2 returning id',
    [port_id, fault],
  )
  const relations = { pdu: pdu_id }
  if (rows.length > 0)
    changed(work, { entity: 'pdu_port', entity_id: port_id, event: 'update', data: { fault }, relations })
}

/** One piece of work with a controller. @throws PanelError without its address */
export async function withController<T>(
  ipmi_id: number,
  signal: AbortSignal,
  use: (bmc: BmcConnection) => Promise<T>,
): Promise<T> {
  const row = await db().prisma.ipmi.findUnique({ where: { id: ipmi_id } })
  if (!row) throw new PanelError('not_found', msg`The management controller does not exist any more`)
  try {
    return await withBmc(row, signal, use)
  } catch (fault) {
    throw withoutAddress(fault, row.ip)
  }
}

/** Sends a command; on and off only when it is not so already. Resolves when the controller took it. */
export const command = (ipmi_id: number, action: BmcPowerAction, signal: AbortSignal) =>
  withController(ipmi_id, signal, async (bmc) => {
    if ((action === 'on' || action === 'off') && (await bmc.power(signal)) === action) return
    await bmc.setPower(action, signal)
  })

export const setBoot = (ipmi_id: number, boot: BmcBoot, signal: AbortSignal) =>
  withController(ipmi_id, signal, (bmc) => bmc.setBoot(boot, signal))

/** Asks a controller whether its server is on, and writes it down. */
export async function askPower(ipmi_id: number, signal: AbortSignal): Promise<BmcPower> {
  const at = new Date()
  const power = await withController(ipmi_id, signal, (bmc) => bmc.power(signal))
  await transaction((work) => storePower(work, ipmi_id, power, at))
  return power
}

/** Watches until the controller says that the server is so, or the time is over. @returns what it says then */
export async function untilPower(
  ipmi_id: number,
  wanted: 'on' | 'off',
  ms: number,
  signal: AbortSignal,
): Promise<BmcPower> {
  const end = Date.now() + ms
  for (;;) {
    const power = await askPower(ipmi_id, signal)
    if (power === wanted || Date.now() > end) return power
    await pause(LOOK_MS, undefined, { signal })
  }
}

/** Watches until a controller that has just got power answers, or the time is over. @returns null, or why it does not in words of the driver */
export async function untilAnswer(ipmi_id: number, ms: number, signal: AbortSignal): Promise<TextRecord | null> {
  const end = Date.now() + ms
  for (;;) {
    try {
      await askPower(ipmi_id, signal)
      return null
    } catch (fault) {
      if (!(fault instanceof PanelError && fault.code === 'device_unreachable')) throw fault
      if (Date.now() > end) return fault.text
    }
    await pause(LOOK_MS, undefined, { signal })
  }
}
