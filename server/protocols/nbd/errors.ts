import { KindError } from '../../shared/spoken-error.ts'
import { msg, type Text } from '../../shared/text.ts'

/**
 * `protocol`: the server breaks the protocol. `refused`: it rejected the export or a request. `closed`: the connection ended.
 * `timeout`: it said nothing for too long. All but a refused request end the connection.
 */
export type NbdErrorKind = 'protocol' | 'refused' | 'closed' | 'timeout'

export class NbdError extends KindError<NbdErrorKind> {
  override readonly name = 'NbdError'
  /** What the server gave as the reason of a rejected request, as the protocol numbers it; null otherwise. */
  readonly errno: number | null

  constructor(kind: NbdErrorKind, text: Text, options: ErrorOptions & { errno?: number } = {}) {
    super(kind, text, options)
    this.errno = options.errno ?? null
  }
}

export const violation = (what: Text): NbdError =>
  new NbdError('protocol', msg`The disk server violates the NBD protocol: ${what}`)
