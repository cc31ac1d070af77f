import { msg, type Value } from '../../shared/text.ts'

/** What drivers say of a port that is open but speaks something else; the wizard knows by it which field to mend. */
export const notSsh = msg`What listens on this port does not speak SSH, or closes the connection at once: check the SSH port`

/** What drivers say when another machine answers than the one that was attached. @param shown the key it showed */
export const otherHostKey = (shown: Value) =>
  msg`The node shows another host key than before (${shown}): if it was reinstalled, accept the new key, otherwise somebody may be in between`
