import { KindError } from '../../shared/spoken-error.ts'

/**
 * What went wrong between us and a device's web service: `unreachable` no connection, `timeout` no answer in time, `lost` the connection
 * broke, `certificate` the device shows another one than the pinned, or none, `auth` name or password refused, `limit_exceeded` more bytes than we
 * read, `protocol_error` what came is not what this protocol says.
 */
export type HttpErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'lost'
  | 'certificate'
  | 'auth'
  | 'limit_exceeded'
  | 'protocol_error'

export class HttpError extends KindError<HttpErrorKind> {
  override readonly name = 'HttpError'
}
