import type { BmcDriver } from '../types.ts'
import { AmtBmc } from './connection.ts'

export const amtDriver: BmcDriver = {
  device: 'amt',
  label: 'Intel AMT',
  capabilities: {
    sol: true,
    screen: true,
    enable_serial: true,
    sensors: false,
    events: true,
    inventory: true,
    uefi_boot: false,
    media: false,
  },
  connect: (target) => new AmtBmc(target),
}
