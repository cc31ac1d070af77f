import { KindError } from '../../shared/spoken-error.ts'
import type { Text } from '../../shared/text.ts'

/**
 * What went wrong between us and a name server: `unreachable` no connection, `timeout` no answer in time, `lost` the connection broke,
 * `protocol_error` what came is not DNS, `signature` an answer without a valid signature, `key` the server does not accept our key or signature,
 * `clock` the clocks differ too much, `refused` the server answered with another code of failure.
 */
export type DnsErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'lost'
  | 'protocol_error'
  | 'signature'
  | 'key'
  | 'clock'
  | 'refused'

export class DnsError extends KindError<DnsErrorKind> {
  override readonly name = 'DnsError'
  /** Code of the answer (RCODE) where that is what went wrong. */
  readonly code: number | null

  constructor(kind: DnsErrorKind, text: Text, options: { cause?: unknown; code?: number } = {}) {
    super(kind, text, { cause: options.cause })
    this.code = options.code ?? null
  }
}
