import type { BmcDriver } from '../types.ts'
import { RedfishBmc } from './connection.ts'

export const redfishDriver: BmcDriver = {
  device: 'redfish',
  label: 'Redfish',
  capabilities: {
    sol: false,
    screen: false,
    enable_serial: false,
    sensors: true,
    events: true,
    inventory: true,
    uefi_boot: true,
    media: true,
  },
  connect: (target) => new RedfishBmc(target),
}
