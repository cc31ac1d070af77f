import { msg, type Text } from '../../shared/text.ts'
import type { HostCreate } from './schema.ts'
import type { tuningNumbers } from './tuning.ts'

/** Beyond any hardware, and small enough for everything that counts in bytes. */
const MOST_MBITPS = 1_000_000
const MOST_IOPS = 1_000_000_000
/** As many ports as one address has: more the other side of a connection cannot tell apart. */
export const MOST_TCP_CONNECTIONS = 65_535
/** Each rule becomes up to four in the kernel, looked at for every packet. */
const MOST_RULES = 64

type TuningNumber = (typeof tuningNumbers)[number]
export type Tuning = Partial<Record<TuningNumber, number>>

const most: Partial<Record<TuningNumber | 'net_bandwidth_mbitps', number>> = {
  io_read_mbitps: MOST_MBITPS,
  io_write_mbitps: MOST_MBITPS,
  io_read_iops: MOST_IOPS,
  io_write_iops: MOST_IOPS,
  net_in_mbitps: MOST_MBITPS,
  net_out_mbitps: MOST_MBITPS,
  net_bandwidth_mbitps: MOST_MBITPS,
  tcp_connections_in: MOST_TCP_CONNECTIONS,
  tcp_connections_out: MOST_TCP_CONNECTIONS,
}

type Tuned = Pick<
  HostCreate,
  TuningNumber | 'net_bandwidth_mbitps' | 'cpu_mode' | 'cpu_custom_model' | 'firewall_rules'
>

/** The first field that no VM can have like this, and why; null when there is none. 0 and -1 are no limits. What a node cannot do is in the table of capabilities. */
export function tuningError(body: Tuned): { field: string; words: Text } | null {
  for (const [field, limit] of Object.entries(most))
    if ((body[field as TuningNumber] ?? 0) > limit) return { field, words: msg`at most ${limit}` }
  if (body.cpu_mode === 'custom' && !body.cpu_custom_model)
    return { field: 'cpu_custom_model', words: msg`cpu_mode is custom, so give the model, such as Skylake-Server` }
  if (body.cpu_custom_model && body.cpu_mode !== 'custom')
    return { field: 'cpu_custom_model', words: msg`applies only when cpu_mode is custom` }
  if (body.cpu_custom_model && !/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(body.cpu_custom_model))
    return { field: 'cpu_custom_model', words: msg`the name of a CPU model, such as Skylake-Server` }
  if ((body.firewall_rules?.length ?? 0) > MOST_RULES)
    return { field: 'firewall_rules', words: msg`at most ${MOST_RULES}` }
  return null
}
