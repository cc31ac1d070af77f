import { refused } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { snmpCommon, vendorASnmp } from './snmp/drivers.ts'
import type { SwitchDriver } from './types.ts'
import { vendorBWithoutEls } from './vendor-b/driver.ts'

export const switchDrivers: readonly SwitchDriver[] = [vendorASnmp, snmpCommon, vendorBWithoutEls]

/** The driver behind a switch's `device`. @throws PanelError refused for one we do not have */
export function switchDriver(device: string): SwitchDriver {
  const found = switchDrivers.find((driver) => driver.device === device)
  if (found) return found
  const known = switchDrivers.map((driver) => driver.device).join(', ')
  throw refused(msg`Switches of this kind are not supported; supported: ${known}`, 'device')
}
