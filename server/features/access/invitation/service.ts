import { PanelError } from '../../../domain/shared/errors.ts'

/** Restoring passwords and inviting people need mails; until the panel can send them it says so, to everybody alike. */
export function refuseWithoutMail(what: string): never {
  throw new PanelError(
    'refused',
    `${what} needs mail, and the panel cannot send any yet: ask an administrator for a password`,
  )
}
