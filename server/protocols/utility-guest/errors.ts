import { KindError } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import type { Fault } from './wire.ts'

/** A guest that refused a request (a `Fault`), is gone (`closed`), was silent (`timeout`), or broke the protocol. */
export class UtilityGuestError extends KindError<Fault | 'closed' | 'timeout' | 'protocol'> {
  override readonly name = 'UtilityGuestError'
}

export const violation = (): UtilityGuestError =>
  new UtilityGuestError('protocol', msg`The helper guest sent what is no answer`)
