import { MOST_TCP_CONNECTIONS } from '../../../domain/host/tuning-rules.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/**
 * Drops the first packet (RFC 9293, 3.5: SYN without ACK) of a TCP connection while so many others are open. The kernel knows which are by its tracking of
 * connections, on bridges by its module nf_conntrack_bridge; those that were open before the rule was loaded are not counted.
 * @param most 0: any number
 * @throws PanelError invalid_input
 */
export function beginnings(most: number): string[] {
  if (!Number.isInteger(most) || most < 0 || most > MOST_TCP_CONNECTIONS)
    throw invalidInput(msg`A number of connections is from 1 to ${MOST_TCP_CONNECTIONS}, or 0 for any number`)
  return most === 0 ? [] : [`tcp flags & (fin | syn | rst | ack) == syn ct count over ${most} drop`]
}
