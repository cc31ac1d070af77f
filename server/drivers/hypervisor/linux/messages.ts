import { notSsh, otherHostKey } from '../../../domain/node/messages.ts'
import { deviceRejected, deviceUnreachable, type PanelError } from '../../../domain/shared/errors.ts'
import { SshError, type SshErrorKind } from '../../../protocols/ssh/errors.ts'
import { SftpError } from '../../../protocols/ssh/sftp-requests.ts'
import { textOf } from '../../../shared/spoken-error.ts'
import { msg, type Text, withValues } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'

/** The words of an error, with what the node says in them made fit to be shown. */
export const plainText = (error: unknown) => withValues(textOf(error), cleanMessage)

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

/** Failures of SSH and file transfer in words for people; everything else is returned as it is. */
export function asNodeError(error: unknown): unknown {
  if (error instanceof SshError) {
    const { gone, say } = sshMessages[error.kind]
    return (gone ? deviceUnreachable : deviceRejected)(say(plainText(error)), { cause: error })
  }
  if (error instanceof SftpError)
    return deviceRejected(msg`The node denied access to a file: ${plainText(error)}`, { cause: error })
  return error
}

/** Where volumes are disks. */
export const filesOnly = (): PanelError => deviceRejected(msg`The archive of a container cannot be written to a disk`)
