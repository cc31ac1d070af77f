/**
 * What went wrong on the redirection port: `timeout`, `lost` the connection broke, `nonsense` what came is not this protocol, `auth` name or
 * password refused, `busy` somebody else has the session, `refused` the controller does not offer it.
 */
export type RedirectionErrorKind = 'timeout' | 'lost' | 'nonsense' | 'auth' | 'busy' | 'refused'

export class RedirectionError extends Error {
  override readonly name = 'RedirectionError'
  readonly kind: RedirectionErrorKind

  constructor(kind: RedirectionErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}
