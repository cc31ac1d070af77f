import { msg, type Value } from '../../shared/text.ts'

/** Error of drivers for a port that is open but speaks another protocol; the wizard uses it to mark the field. */
export const notSsh = msg`What listens on this port does not speak SSH, or closes the connection at once: check the SSH port`

/** Error of drivers when the host key differs from that of the attached node. @param shown the key received */
export const otherHostKey = (shown: Value) =>
  msg`The node shows another host key than before (${shown}): if it was reinstalled, accept the new key, otherwise somebody may be in between`
