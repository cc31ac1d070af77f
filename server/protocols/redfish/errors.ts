import { KindError } from '../../shared/spoken-error.ts'

/**
 * What a Redfish service answered instead of what was asked: `protocol_error` it is no Redfish, or a link leads elsewhere, `absent` it has no such
 * resource, `refused` it does not do that, `busy` not now, `unsupported` its own description does not offer it.
 */
export type RedfishErrorKind = 'protocol_error' | 'absent' | 'refused' | 'busy' | 'unsupported'

export class RedfishError extends KindError<RedfishErrorKind> {
  override readonly name = 'RedfishError'
}
