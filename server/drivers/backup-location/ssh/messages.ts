import { deviceRejected, PanelError } from '../../../domain/shared/errors.ts'
import { SshError, type SshErrorKind } from '../../../protocols/ssh/errors.ts'
import { SftpError } from '../../../protocols/ssh/sftp-requests.ts'
import { msg, type Text, withValues } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'

const words: Record<SshErrorKind, (detail: Text) => Text> = {
  unreachable: (detail) =>
    msg`The backup location does not answer (${detail}): check address and port, and that it is on`,
  timeout: (detail) => msg`The backup location did not answer in time (${detail})`,
  not_ssh: () => msg`No SSH server answers at this port: check the port`,
  auth_refused: () =>
    msg`The backup location rejected the sign-in: check login and password, and that the account may sign in over SSH`,
  host_key_changed: (detail) =>
    msg`The SSH key of the backup location changed (${detail}): if it was reinstalled, accept the new key; otherwise the connection may be intercepted`,
  lost: (detail) => msg`The connection to the backup location was lost (${detail})`,
  no_such_socket: (detail) => msg`The backup location rejected a request (${detail})`,
  forbidden: (detail) => msg`The SSH server of the backup location forbids SFTP (${detail})`,
  too_much_output: (detail) => msg`The backup location rejected a request (${detail})`,
  failed: (detail) => msg`The backup location rejected a request (${detail})`,
}
const gone = new Set<SshErrorKind>(['unreachable', 'timeout', 'lost'])

/** What ssh2 throws for a server without an extension of OpenSSH. */
const lacking = /does not support this extended request/

/** A failure of SSH or SFTP in words for people; anything else goes through unchanged. */
export function asLocationError(fault: unknown): unknown {
  if (fault instanceof SftpError) {
    const detail = withValues(fault.text, cleanMessage)
    const text =
      fault.kind === 'permission_denied'
        ? msg`The account may not write there (${detail}): give it the folder`
        : fault.kind === 'no_such_file'
          ? msg`There is no such file or folder (${detail})`
          : msg`The backup location rejected a request (${detail})`
    return deviceRejected(text, { cause: fault })
  }
  if (!(fault instanceof SshError)) return fault
  if (lacking.test(fault.message))
    return deviceRejected(
      msg`The SFTP server of the backup location lacks posix-rename, fsync or statvfs: use that of OpenSSH`,
      { cause: fault },
    )
  const code = gone.has(fault.kind) ? 'device_unreachable' : 'device_rejected'
  return new PanelError(code, words[fault.kind](withValues(fault.text, cleanMessage)), { cause: fault })
}
