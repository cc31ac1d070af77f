import { SpokenError } from '../../shared/spoken-error.ts'
import { msg, type Text } from '../../shared/text.ts'
import type { Fault } from './wire.ts'

/** A guest that refused a request (a `Fault`), is gone (`closed`), was silent (`timeout`), or broke the protocol. */
export class UtilityGuestError extends SpokenError {
  override readonly name = 'UtilityGuestError'
  readonly kind: Fault | 'closed' | 'timeout' | 'protocol'

  constructor(kind: UtilityGuestError['kind'], text: Text, options?: ErrorOptions) {
    super(text, options)
    this.kind = kind
  }
}

export const violation = (): UtilityGuestError =>
  new UtilityGuestError('protocol', msg`The helper guest sent what is no answer`)
