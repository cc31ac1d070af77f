import { KindError } from '../../shared/spoken-error.ts'
import type { Text } from '../../shared/text.ts'

/**
 * What went wrong with a request, so that callers can choose words: `timeout` no answer in time (with versions 1 and 2c also:
 * wrong community), `unreachable` the packet could not be sent, `auth` the agent does not accept the user, password or key,
 * `refused` the agent answered with an error status, `protocol_error` the answer breaks the protocol (loops, wrong order, not decodable,
 * not signed), `limit_exceeded` the agent has more to say than was asked to hear, `closed` the session was closed.
 */
export type SnmpErrorKind =
  | 'timeout'
  | 'unreachable'
  | 'auth'
  | 'refused'
  | 'protocol_error'
  | 'limit_exceeded'
  | 'closed'

export class SnmpError extends KindError<SnmpErrorKind> {
  override readonly name = 'SnmpError'
  /** error-status of RFC 3416, 3; 0 unless `refused`. */
  readonly status: number

  constructor(kind: SnmpErrorKind, text: Text, options: { cause?: unknown; status?: number } = {}) {
    super(kind, text, { cause: options.cause })
    this.status = options.status ?? 0
  }
}

/** error-status values of RFC 3416, 3 that callers decide on. */
export const errorStatus = {
  noError: 0,
  tooBig: 1,
  noSuchName: 2,
  badValue: 3,
  readOnly: 4,
  genErr: 5,
  noAccess: 6,
  wrongType: 7,
  wrongValue: 10,
  inconsistentValue: 12,
  authorizationError: 16,
  notWritable: 17,
  inconsistentName: 18,
} as const
