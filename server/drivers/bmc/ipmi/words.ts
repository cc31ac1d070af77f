import { PanelError } from '../../../domain/shared/errors.ts'
import { IpmiError } from '../../../protocols/ipmi/errors.ts'
import { CONSOLE_TAKEN } from '../types.ts'

/** An error of the protocol in words for people: what, why, what can be done. Others pass unchanged. */
export function inWords(error: unknown, address: string): unknown {
  if (!(error instanceof IpmiError)) return error
  const name = `The controller at ${address}`
  const rejected = (words: string, value = '') =>
    new PanelError('device_rejected', `${name} ${words}`, { cause: error, value })
  const unreachable = (words: string) => new PanelError('device_unreachable', `${name} ${words}`, { cause: error })
  switch (error.kind) {
    case 'timeout':
      return unreachable(
        'does not answer over IPMI. Check that it has power, is reachable from here, and that IPMI over LAN is on',
      )
    case 'unreachable':
      // The way to it says itself what is wrong.
      if (error.cause instanceof PanelError) return error.cause
      return unreachable('cannot be reached: nothing listens there for IPMI. Check address and port')
    case 'closed':
      return unreachable('was being talked to when the connection was closed')
    case 'busy':
      return unreachable(
        `has nothing free: ${lower(error.message)}. Close other sessions or consoles, or wait a minute`,
      )
    case 'user':
      return rejected('does not know this user. Check the user name, and that the user is enabled for IPMI over LAN')
    case 'password':
      return rejected('has another password for this user. Check the password')
    case 'privilege':
      return rejected('does not let this user do that. Give the user operator or administrator privilege')
    case 'cipher':
      return rejected(`has no cipher suite in common with us: ${lower(error.message)}. Allow suite 17 or 3 on it`)
    case 'identity':
      return rejected(
        'is not the one known from before: its identity changed. Confirm the new one if it was replaced',
        'identity',
      )
    case 'taken':
      return rejected('gave the serial console to another session', CONSOLE_TAKEN)
    case 'refused':
      return rejected(`refuses: ${lower(error.message)}`)
    case 'nonsense':
      return rejected(`gives unusable answers: ${lower(error.message)}`)
  }
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
