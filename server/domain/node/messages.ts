import { msg, type Value } from '../../shared/text.ts'

/** Error of drivers for a port that is open but speaks another protocol; the wizard uses it to mark the field. */
export const notSsh = msg`No SSH server answers at this port, or it closes the connection immediately: check the SSH port`

/** Error of drivers when the host key differs from that of the attached node. @param shown the key received */
export const otherHostKey = (shown: Value) =>
  msg`The SSH host key of the node changed (${shown}): if it was reinstalled, accept the new key; otherwise the connection may be intercepted`
