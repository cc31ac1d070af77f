import { deviceRejected, deviceUnreachable, PanelError } from '../../../domain/shared/errors.ts'
import { LxdError, LxdLostError, LxdProtocolError } from '../../../protocols/lxd/errors.ts'
import { msg } from '../../../shared/text.ts'
import { asNodeError, plainText } from '../linux/messages.ts'

/** Any failure of the protocols below in words for people; a PanelError and the reason of an abort go through unchanged. */
export function asPanelError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof PanelError) return error
  if (signal.aborted) return signal.reason
  if (error instanceof LxdError)
    return deviceRejected(msg`LXD rejected the request: ${plainText(error)}`, { cause: error })
  if (error instanceof LxdLostError)
    return deviceUnreachable(msg`The connection to LXD was lost (${plainText(error)})`, { cause: error })
  if (error instanceof LxdProtocolError)
    return deviceRejected(msg`The answer on LXD's socket violates the protocol (${plainText(error)})`, { cause: error })
  return asNodeError(error)
}
