import { notSsh, otherHostKey } from '../../../domain/node/messages.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { ConnectionLostError, errorCode, LibvirtError, ProtocolError } from '../../../protocols/libvirt/errors.ts'
import { SshError, type SshErrorKind } from '../../../protocols/ssh/errors.ts'
import { SftpError } from '../../../protocols/ssh/sftp.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { msg, type Text, withValues } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'

/** The words of an error, with what the node says in them made fit to be shown. */
const plainText = (error: unknown) => withValues(textOf(error), cleanMessage)

export const rejected = (message: Text, cause?: unknown) => new PanelError('device_rejected', message, { cause })
export const unreachable = (message: Text, cause?: unknown) => new PanelError('device_unreachable', message, { cause })

const sshMessages: Record<SshErrorKind, { gone: boolean; say: (detail: Text) => Text }> = {
  unreachable: {
    gone: true,
    say: (detail) =>
      msg`The node does not accept connections (${detail}): check its address and port, and that it is on`,
  },
  timeout: { gone: true, say: (detail) => msg`The node did not answer in time (${detail})` },
  not_ssh: {
    gone: false,
    say: () => notSsh,
  },
  auth_refused: {
    gone: false,
    say: () =>
      msg`The node rejected the sign-in: check the user name and the password or key, and that the user may sign in over SSH`,
  },
  host_key_changed: {
    gone: false,
    say: (detail) => otherHostKey(detail),
  },
  lost: { gone: true, say: (detail) => msg`The connection to the node was lost (${detail})` },
  no_such_socket: { gone: false, say: (detail) => msg`No service on the node listens at ${detail}` },
  forbidden: {
    gone: false,
    say: () =>
      msg`The SSH server of the node forbids forwarding: allow it with "AllowTcpForwarding yes" and "AllowStreamLocalForwarding yes"`,
  },
  too_much_output: { gone: false, say: (detail) => msg`The answer of the node is too large (${detail})` },
  failed: { gone: false, say: (detail) => msg`The node rejected a request (${detail})` },
}

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
  if (error instanceof SshError) {
    const { gone, say } = sshMessages[error.kind]
    return (gone ? unreachable : rejected)(say(plainText(error)), error)
  }
  if (error instanceof SftpError) return rejected(msg`The node denied access to a file: ${plainText(error)}`, error)
  if (error instanceof LibvirtError)
    return new PanelError('device_rejected', sayLibvirt(error), {
      cause: error,
      ...(agentAway.has(error.code) && { value: 'guest_agent' }),
    })
  if (error instanceof ConnectionLostError) {
    return unreachable(msg`The connection to libvirt was lost (${plainText(error)})`, error)
  }
  if (error instanceof ProtocolError) {
    return rejected(msg`The answer on the libvirt socket violates the protocol (${plainText(error)})`, error)
  }
  return error
}
