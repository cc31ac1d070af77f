import { deviceRejected } from '../../../domain/shared/errors.ts'
import { UtilityGuestError } from '../../../protocols/utility-guest/errors.ts'
import { plainText } from '../linux/messages.ts'

/** Failures of the protocol in words for people; everything else is returned as it is. */
export function asGuestError(error: unknown): unknown {
  return error instanceof UtilityGuestError ? deviceRejected(plainText(error), { cause: error }) : error
}
