import { KindError } from '../../shared/spoken-error.ts'
import { msg, type Text } from '../../shared/text.ts'

/**
 * What went wrong, so that callers can choose words: `timeout` no answer in time, `unreachable` the packet could not be
 * sent or was refused by the host, `user` the controller knows no such user, `password` its key exchange code does not fit our
 * password, `privilege` the user may not do that, `cipher` no cipher suite in common, `identity` another controller than the one
 * pinned, `busy` no session or console is free, `refused` a completion code, `protocol_error` the answer breaks the protocol,
 * `taken` another console took over, `closed` the session was closed.
 */
export type IpmiErrorKind =
  | 'timeout'
  | 'unreachable'
  | 'user'
  | 'password'
  | 'privilege'
  | 'cipher'
  | 'identity'
  | 'busy'
  | 'refused'
  | 'protocol_error'
  | 'taken'
  | 'closed'

export class IpmiError extends KindError<IpmiErrorKind> {
  override readonly name = 'IpmiError'
  /** Completion code (IPMI 2.0, 5.2) or RMCP+ status code (13.24); 0 where there is none. */
  readonly code: number

  constructor(kind: IpmiErrorKind, text: Text, options: { cause?: unknown; code?: number } = {}) {
    super(kind, text, { cause: options.cause })
    this.code = options.code ?? 0
  }
}

/** Completion codes that callers decide on (IPMI 2.0, table 5-2). */
export const completion = {
  ok: 0x00,
  busy: 0xc0,
  invalidCommand: 0xc1,
  timeout: 0xc3,
  outOfSpace: 0xc4,
  reservationCancelled: 0xc5,
  lengthInvalid: 0xc7,
  lengthExceeded: 0xc8,
  outOfRange: 0xc9,
  cannotReturnBytes: 0xca,
  absent: 0xcb,
  invalidField: 0xcc,
  insufficientPrivilege: 0xd4,
  unsupportedState: 0xd5,
  unspecified: 0xff,
} as const

const codeMessages: Record<number, Text> = {
  192: msg`it is busy`,
  193: msg`it does not support this command`,
  195: msg`it timed out`,
  196: msg`it has no free resources`,
  199: msg`the length of the request is wrong`,
  201: msg`a parameter is out of range`,
  203: msg`it has no such sensor, record or data`,
  204: msg`a field of the request is invalid`,
  205: msg`this cannot be done with that sensor or record`,
  206: msg`it could not give an answer`,
  208: msg`its records are being updated`,
  210: msg`it is being updated`,
  211: msg`the destination is unavailable`,
  212: msg`the user does not have the privilege for this`,
  213: msg`this cannot be done in its present state`,
}

/** The error for a completion code other than zero. */
export function completionError(code: number): IpmiError {
  const words = codeMessages[code] ?? msg`it gives an unknown reason`
  const message = msg`${words} (completion code ${code.toString(16).padStart(2, '0')}h)`
  return new IpmiError(code === completion.insufficientPrivilege ? 'privilege' : 'refused', message, { code })
}

/** Whether the peer answered with one of these completion codes. */
export const hasCode = (error: unknown, ...codes: number[]): error is IpmiError =>
  error instanceof IpmiError && (error.kind === 'refused' || error.kind === 'privilege') && codes.includes(error.code)
