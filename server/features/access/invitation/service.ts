import { PanelError } from '../../../domain/shared/errors.ts'
import type { Text } from '../../../shared/text.ts'

/** Restoring passwords and inviting people need mails; until the panel can send them it says so, to everybody alike. */
export function rejectWithoutMail(words: Text): never {
  throw new PanelError('refused', words)
}
