import { KindError } from '../../shared/spoken-error.ts'

/**
 * Why Kea did not do as it was asked: `rejected` it gave a reason, `unsupported` it does not know the command, `malformed` the answer cannot
 * be read, `too_large` it is longer than was allowed, `timeout` it did not come in time, `lost` the connection ended before it was whole.
 */
export type KeaErrorKind = 'rejected' | 'unsupported' | 'malformed' | 'too_large' | 'timeout' | 'lost'

export class KeaError extends KindError<KeaErrorKind> {
  override readonly name = 'KeaError'
}
