import { KindError } from '../../shared/spoken-error.ts'
import type { Text } from '../../shared/text.ts'

/**
 * What went wrong between us and a NETCONF server: `timeout` no answer in time, `lost` the stream ended, `protocol_error` what came is no
 * NETCONF or more than was asked to hear, `refused` the server answered with rpc-error (RFC 6241, 4.3).
 */
export type NetconfErrorKind = 'timeout' | 'lost' | 'protocol_error' | 'refused'

export class NetconfError extends KindError<NetconfErrorKind> {
  override readonly name = 'NetconfError'
  /** error-tag of RFC 6241, appendix A: `lock-denied`, `data-missing` …; empty unless `refused`. */
  readonly tag: string

  constructor(kind: NetconfErrorKind, text: Text, options: { cause?: unknown; tag?: string } = {}) {
    super(kind, text, { cause: options.cause })
    this.tag = options.tag ?? ''
  }
}
