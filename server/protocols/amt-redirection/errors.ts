import { KindError } from '../../shared/spoken-error.ts'

/**
 * What went wrong on the redirection port: `timeout`, `lost` the connection broke, `protocol_error` what came is not this protocol, `auth` name or
 * password refused, `busy` another client has the session, `refused` the controller does not offer it.
 */
export type RedirectionErrorKind = 'timeout' | 'lost' | 'protocol_error' | 'auth' | 'busy' | 'refused'

export class RedirectionError extends KindError<RedirectionErrorKind> {
  override readonly name = 'RedirectionError'
}
