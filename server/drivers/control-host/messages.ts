import { PanelError } from '../../domain/shared/errors.ts'
import type { SshError, SshErrorKind } from '../../protocols/ssh/errors.ts'
import { msg, type Text, withValues } from '../../shared/text.ts'
import { cleanMessage } from '../clean-message.ts'

const words: Record<SshErrorKind, (detail: Text) => Text> = {
  unreachable: (detail) => msg`The control host does not answer (${detail}): check address and port, and that it is on`,
  timeout: (detail) => msg`The control host did not answer in time (${detail})`,
  not_ssh: () => msg`No SSH server answers at this port: check the port`,
  auth_refused: () =>
    msg`The control host rejected the sign-in: check the user name and the password, and that the user may sign in over SSH`,
  host_key_changed: (detail) =>
    msg`The SSH key of the control host changed (${detail}): if it was reinstalled, accept the new key; otherwise the connection may be intercepted`,
  lost: (detail) => msg`The connection to the control host was lost (${detail})`,
  no_such_socket: (detail) => msg`No service on the control host listens at ${detail}`,
  forbidden: (detail) => msg`The SSH server of the control host forbids it (${detail})`,
  too_much_output: (detail) => msg`The answer of the control host is too large (${detail})`,
  failed: (detail) => msg`The control host rejected a request (${detail})`,
}

const gone = new Set<SshErrorKind>(['unreachable', 'timeout', 'lost'])

/** A failure on the way to a control host, in words for people. */
export function asPanelError(fault: SshError): PanelError {
  return new PanelError(
    gone.has(fault.kind) ? 'device_unreachable' : 'device_rejected',
    words[fault.kind](withValues(fault.text, cleanMessage)),
    { cause: fault },
  )
}
