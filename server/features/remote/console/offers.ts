import { bmcDriver } from '../../../drivers/bmc/registry.ts'

/** What a kind of controller can show of its server, and whether its serial console may have to be switched on first. */
export function consoleOffers(type: string) {
  const { sol, screen, enable_serial } = bmcDriver(type).capabilities
  return { sol, vnc: screen, enable_serial }
}
