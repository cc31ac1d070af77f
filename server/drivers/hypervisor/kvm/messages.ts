import { deviceRejected, deviceUnreachable, PanelError } from '../../../domain/shared/errors.ts'
import { ConnectionLostError, errorCode, LibvirtError, ProtocolError } from '../../../protocols/libvirt/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { asNodeError, plainText } from '../linux/messages.ts'

const agentAway: ReadonlySet<number> = new Set([errorCode.agentUnresponsive, errorCode.agentCommandTimeout])

function sayLibvirt(error: LibvirtError): Text {
  const detail = cleanMessage(error.message)
  switch (error.code) {
    case errorCode.agentUnresponsive:
    case errorCode.agentCommandTimeout:
      return msg`The guest agent does not answer: the guest must be running with qemu-guest-agent installed and started (${detail})`
    case errorCode.noDomain:
      return msg`This VM does not exist on the node (${detail})`
    default:
      return msg`libvirt rejected the request: ${detail}`
  }
}

/** Any failure of the protocols below in words for people; a PanelError and the reason of an abort go through unchanged. */
export function asPanelError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof PanelError) return error
  if (signal.aborted) return signal.reason
  if (error instanceof LibvirtError)
    return deviceRejected(sayLibvirt(error), {
      cause: error,
      ...(agentAway.has(error.code) && { value: 'guest_agent' }),
    })
  if (error instanceof ConnectionLostError) {
    return deviceUnreachable(msg`The connection to libvirt was lost (${plainText(error)})`, { cause: error })
  }
  if (error instanceof ProtocolError) {
    return deviceRejected(msg`The answer on the libvirt socket violates the protocol (${plainText(error)})`, {
      cause: error,
    })
  }
  return asNodeError(error)
}
