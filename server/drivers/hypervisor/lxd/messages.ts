import { PanelError } from '../../../domain/shared/errors.ts'
import { LxdError, LxdLostError, LxdProtocolError } from '../../../protocols/lxd/errors.ts'
import { msg } from '../../../shared/text.ts'
import { asNodeError, plainText, rejected, unreachable } from '../linux/messages.ts'

/** Any failure of the protocols below in words for people; a PanelError and the reason of an abort go through unchanged. */
export function asPanelError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof PanelError) return error
  if (signal.aborted) return signal.reason
  if (error instanceof LxdError) return rejected(msg`LXD rejected the request: ${plainText(error)}`, error)
  if (error instanceof LxdLostError)
    return unreachable(msg`The connection to LXD was lost (${plainText(error)})`, error)
  if (error instanceof LxdProtocolError)
    return rejected(msg`The answer on LXD's socket violates the protocol (${plainText(error)})`, error)
  return asNodeError(error)
}
