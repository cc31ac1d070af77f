import { deviceRejected, deviceUnreachable, PanelError } from '../../../domain/shared/errors.ts'
import { IpmiError } from '../../../protocols/ipmi/errors.ts'
import { msg, small, type Text } from '../../../shared/text.ts'
import { deviceNames, nothingForIpmi, otherController } from '../../device-messages.ts'
import { CONSOLE_TAKEN } from '../types.ts'

/** An error of the protocol in words for people: what, why, what can be done. Others pass unchanged. */
export function asPanelError(error: unknown, address: string): unknown {
  if (!(error instanceof IpmiError)) return error
  const name = deviceNames.controller.at(address)
  const rejected = (words: Text, value = '') => deviceRejected(words, { cause: error, value })
  const unreachable = (words: Text) => deviceUnreachable(words, { cause: error })
  switch (error.kind) {
    case 'timeout':
      return unreachable(
        msg`${name} does not answer over IPMI. Check that it has power, that the panel can reach it, and that IPMI over LAN is on`,
      )
    case 'unreachable':
      // The way to it says itself what is wrong.
      if (error.cause instanceof PanelError) return error.cause
      return unreachable(nothingForIpmi(name))
    case 'closed':
      return unreachable(msg`${name} was disconnected during a request`)
    case 'busy':
      return unreachable(
        msg`${name} has no free session: ${small(error.text)}. Close other sessions or consoles, or wait a minute`,
      )
    case 'user':
      return rejected(
        msg`${name} does not know this user. Check the user name, and that the user is enabled for IPMI over LAN`,
      )
    case 'password':
      return rejected(msg`${name} rejected the password of this user. Check the password`)
    case 'privilege':
      return rejected(
        msg`${name} does not allow this user to do this. Give the user operator or administrator privilege`,
      )
    case 'cipher':
      return rejected(
        msg`${name} has no cipher suite in common with the panel: ${small(error.text)}. Allow suite 17 or 3 on it`,
      )
    case 'identity':
      return rejected(otherController(name), 'identity')
    case 'taken':
      return rejected(msg`${name} gave the serial console to another session`, CONSOLE_TAKEN)
    case 'refused':
      return rejected(msg`${name} rejected the request: ${small(error.text)}`)
    case 'protocol_error':
      return rejected(msg`${name} gives unusable answers: ${small(error.text)}`)
  }
}
