import { refused } from '../../../domain/shared/errors.ts'
import type { Text } from '../../../shared/text.ts'

/** Restoring passwords and inviting users need mail; until the panel can send it, all callers get this error. */
export function rejectWithoutMail(words: Text): never {
  throw refused(words)
}
