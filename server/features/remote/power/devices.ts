import { setTimeout as pause } from 'node:timers/promises'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { BmcBoot, BmcConnection, BmcPower, BmcPowerAction } from '../../../drivers/bmc/types.ts'
import { deviceNames } from '../../../drivers/device-messages.ts'
import { msg, Text, type TextRecord } from '../../../shared/text.ts'
import { withPdu } from '../../datacenter/pdu/open.ts'
import { noteOutletFault, storeOutlets } from '../../datacenter/pdu/store.ts'
import { withBmc } from '../ipmi/open.ts'
import { storePower } from '../ipmi/store.ts'
import { powerInputName, type WiredInput } from './wiring.ts'

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
export async function switchInput(
  powerInput: WiredInput,
  power: 'up' | 'down',
  signal: AbortSignal,
): Promise<'switched' | 'already'> {
  const row = await db().prisma.pdu.findUnique({ where: { id: powerInput.pdu_id } })
  if (!row) throw new PanelError('not_found', msg`PDU ${powerInput.pdu_id} no longer exists`)
  try {
    const { outlet, at, switched } = await withPdu(row, signal, (device, bounded) =>
      device.setOutlet(powerInput.identity, power, bounded),
    )
    await transaction(async (work) => {
      await storeOutlets(work, powerInput.pdu_id, [outlet], at)
      await noteOutletFault(work, powerInput, null)
    })
    return switched ? 'switched' : 'already'
  } catch (fault) {
    const plain = withoutAddress(fault, row.ip)
    if (!(plain instanceof PanelError)) throw plain
    await transaction((work) => noteOutletFault(work, powerInput, stored(plain.text)))
    throw new PanelError(
      plain.code,
      power === 'up'
        ? msg`${powerInputName(powerInput)} could not be turned on: ${plain.text}`
        : msg`${powerInputName(powerInput)} could not be turned off: ${plain.text}`,
      {
        cause: fault,
      },
    )
  }
}

/** One piece of work with a controller. @throws PanelError without its address */
export async function withController<T>(
  ipmi_id: number,
  signal: AbortSignal,
  use: (bmc: BmcConnection) => Promise<T>,
): Promise<T> {
  const row = await db().prisma.ipmi.findUnique({ where: { id: ipmi_id } })
  if (!row) throw new PanelError('not_found', msg`The management controller no longer exists`)
  try {
    return await withBmc(row, signal, use)
  } catch (fault) {
    throw withoutAddress(fault, row.ip)
  }
}

/** Sends a command. Resolves when the controller took it. */
export const command = (ipmi_id: number, action: BmcPowerAction, signal: AbortSignal) =>
  withController(ipmi_id, signal, (bmc) => bmc.setPower(action, signal))

export const setBoot = (ipmi_id: number, boot: BmcBoot, signal: AbortSignal) =>
  withController(ipmi_id, signal, (bmc) => bmc.setBoot(boot, signal))

/** Whether its server is on, by a controller that is spoken to; written down. */
async function readPower(bmc: BmcConnection, ipmi_id: number, signal: AbortSignal): Promise<BmcPower> {
  const at = new Date()
  const power = await bmc.power(signal)
  await transaction((work) => storePower(work, ipmi_id, power, at))
  return power
}

/** Asks a controller whether its server is on, and writes it down. */
export const askPower = (ipmi_id: number, signal: AbortSignal): Promise<BmcPower> =>
  withController(ipmi_id, signal, (bmc) => readPower(bmc, ipmi_id, signal))

type Watch = { wanted: 'on' | 'off' /** How long. */; ms: number }

/** Watches until the controller says that the server is so, or the time is over. @returns what it says then */
export const untilPower = (ipmi_id: number, watch: Watch, signal: AbortSignal): Promise<BmcPower> =>
  withController(ipmi_id, signal, (bmc) => watchPower(bmc, ipmi_id, watch, signal))

/** Switches the server on or off, if it is not so already, and watches like `untilPower`. */
export const switchPower = (ipmi_id: number, watch: Watch, signal: AbortSignal): Promise<BmcPower> =>
  withController(ipmi_id, signal, async (bmc) => {
    const before = await readPower(bmc, ipmi_id, signal)
    if (before === watch.wanted) return before
    await bmc.setPower(watch.wanted, signal)
    return watchPower(bmc, ipmi_id, watch, signal)
  })

async function watchPower(bmc: BmcConnection, ipmi_id: number, { wanted, ms }: Watch, signal: AbortSignal) {
  const end = Date.now() + ms
  for (;;) {
    const power = await readPower(bmc, ipmi_id, signal)
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
