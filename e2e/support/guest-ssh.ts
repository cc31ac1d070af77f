import { guestSays } from './guest-command.ts'
import { GUEST_PASSWORD, until } from './slice.ts'

/** Signs in to a guest as root with the chosen password and runs a program there; tries until the guest is up. */
export const sshSays = (address: string, ...command: string[]): Promise<string> =>
  until(`SSH of ${address}`, async () => (await guestSays(address, GUEST_PASSWORD, command.join(' '))) || ' ', 60, 250)
