import { msg, type Text } from '../../shared/text.ts'
import { IpmiError, type IpmiErrorKind } from './errors.ts'

const meanings: Record<number, [IpmiErrorKind, Text]> = {
  1: ['busy', msg`The controller has no free session`],
  4: ['cipher', msg`The controller does not support this authentication algorithm`],
  5: ['cipher', msg`The controller does not support this integrity algorithm`],
  6: ['cipher', msg`The controller does not support this authentication algorithm`],
  7: ['cipher', msg`The controller does not support this integrity algorithm`],
  9: ['privilege', msg`The controller does not know this role`],
  10: ['privilege', msg`The user may not have this privilege`],
  11: ['busy', msg`The controller has no free session for this role`],
  12: ['user', msg`The controller does not accept names of this length`],
  13: ['user', msg`The controller does not know this user`],
  14: ['user', msg`The controller does not accept this identity`],
  15: ['password', msg`The controller does not accept this password`],
  16: ['cipher', msg`The controller does not support this confidentiality algorithm`],
  17: ['cipher', msg`The controller does not support this cipher suite`],
}

/** The error for a status of the key exchange other than zero (RMCP+ status codes, IPMI 2.0, table 13-15). */
export function rakpError(status: number): IpmiError {
  const [kind, words] = meanings[status] ?? ['protocol_error', msg`The controller stopped the key exchange`]
  return new IpmiError(kind, msg`${words} (status ${status.toString(16).padStart(2, '0')}h)`, { code: status })
}
