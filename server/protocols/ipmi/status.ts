import { IpmiError, type IpmiErrorKind } from './errors.ts'

const meanings: Record<number, [IpmiErrorKind, string]> = {
  1: ['busy', 'The controller has no session free'],
  4: ['cipher', 'The controller does not offer this authentication algorithm'],
  5: ['cipher', 'The controller does not offer this integrity algorithm'],
  6: ['cipher', 'The controller does not offer this authentication algorithm'],
  7: ['cipher', 'The controller does not offer this integrity algorithm'],
  9: ['privilege', 'The controller does not know this role'],
  10: ['privilege', 'The user may not have this privilege'],
  11: ['busy', 'The controller has no session free for this role'],
  12: ['user', 'The controller does not accept names of this length'],
  13: ['user', 'The controller does not know this user'],
  14: ['user', 'The controller does not accept this identity'],
  15: ['password', 'The controller does not accept this password'],
  16: ['cipher', 'The controller does not offer this confidentiality algorithm'],
  17: ['cipher', 'The controller does not offer this cipher suite'],
}

/** The error for a status of the key exchange other than zero (RMCP+ status codes, IPMI 2.0, table 13-15). */
export function rakpError(status: number): IpmiError {
  const [kind, words] = meanings[status] ?? ['nonsense', 'The controller broke the key exchange off']
  return new IpmiError(kind, `${words} (status ${status.toString(16).padStart(2, '0')}h)`, { code: status })
}
