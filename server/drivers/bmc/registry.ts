import { PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { amtDriver } from './amt/driver.ts'
import { IpmiBmc } from './ipmi/connection.ts'
import { redfishDriver } from './redfish/driver.ts'
import type { BmcDriver } from './types.ts'

export const bmcDrivers: readonly BmcDriver[] = [
  {
    device: 'ipmi',
    label: 'IPMI 2.0 (RMCP+)',
    capabilities: {
      sol: true,
      screen: false,
      enable_serial: false,
      sensors: true,
      events: true,
      inventory: true,
      uefi_boot: true,
      media: false,
    },
    connect: (target) => new IpmiBmc(target),
  },
  amtDriver,
  redfishDriver,
]

/** The driver of a kind of controller. @throws PanelError refused for one we do not have */
export function bmcDriver(device: string): BmcDriver {
  const found = bmcDrivers.find((each) => each.device === device)
  if (found) return found
  const known = bmcDrivers.map((each) => each.device).join(', ')
  throw new PanelError('refused', msg`There is no driver for this kind of controller; known are ${known}`, {
    value: 'device',
  })
}
