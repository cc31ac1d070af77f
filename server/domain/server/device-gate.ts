import { msg, type Text } from '../../shared/text.ts'

/**
 * Whether someone is kept from the devices of a server: its power, its controller with all that it shows, its consoles. The
 * owner of a server that is suspended, or is being suspended or resumed, is; administrators never are.
 */
export const isHeldBack = (server: { state: string }, asker: { isAdmin: boolean }): boolean =>
  !asker.isAdmin && server.state !== 'active'

/** The same in words. */
export const heldBackWords = (name: string): Text => msg`Server ${name} is suspended: ask an administrator`
