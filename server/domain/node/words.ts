/** What drivers say of a port that is open but speaks something else; the wizard knows by it which field to mend. */
export const notSsh =
  'What listens on this port does not speak SSH, or closes the connection at once: check the SSH port'
/** How drivers begin to say that another machine answers than the one that was attached. */
export const otherHostKey = 'The node shows another host key than before'
