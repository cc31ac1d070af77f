import { msg } from '../../../shared/text.ts'
import { xml } from '../../netconf/xml.ts'
import { numberAt, type WsmanClient } from '../client.ts'
import { reference } from '../envelope.ts'
import { WsmanError } from '../errors.ts'

/** Power states that may be asked for (DSP1027 and the AMT SDK, "Change System Power State"). */
export const powerState = {
  on: 2,
  /** Off and on again. */
  cycle: 5,
  off: 8,
  reset: 10,
  nmi: 11,
  /** By ACPI and the operating system; needs Intel's service in it. */
  gracefulOff: 12,
  gracefulReset: 14,
} as const

/** Reads CIM_AssociatedPowerManagementService.PowerState: 2 on, 3 and 4 asleep, 6 and 8 off, 7 hibernated … */
export async function readPowerState(client: WsmanClient, signal: AbortSignal): Promise<number> {
  const state = numberAt(await client.get('CIM_AssociatedPowerManagementService', signal), 'PowerState')
  if (Number.isNaN(state)) throw new WsmanError('protocol_error', msg`The controller does not report the power state`)
  return state
}

/** CIM_PowerManagementService.RequestPowerStateChange; the controller answers before the server has followed. */
export async function requestPowerState(client: WsmanClient, state: number, signal: AbortSignal): Promise<void> {
  const input = [
    xml('r:PowerState', state),
    reference('r:ManagedElement', 'CIM_ComputerSystem', { Name: 'ManagedSystem' }),
  ]
  await client.invoke('CIM_PowerManagementService', 'RequestPowerStateChange', input, signal)
}
