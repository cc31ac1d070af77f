import { SpokenError } from '../../shared/spoken-error.ts'
import type { Text } from '../../shared/text.ts'

/**
 * What went wrong on the redirection port: `timeout`, `lost` the connection broke, `protocol_error` what came is not this protocol, `auth` name or
 * password refused, `busy` another client has the session, `refused` the controller does not offer it.
 */
export type RedirectionErrorKind = 'timeout' | 'lost' | 'protocol_error' | 'auth' | 'busy' | 'refused'

export class RedirectionError extends SpokenError {
  override readonly name = 'RedirectionError'
  readonly kind: RedirectionErrorKind

  constructor(kind: RedirectionErrorKind, text: Text, options: { cause?: unknown } = {}) {
    super(text, options)
    this.kind = kind
  }
}
