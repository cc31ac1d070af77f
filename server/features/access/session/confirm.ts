import type { Context } from '../../../api/context.ts'
import { verifyCode, verifyPassword } from '../../../auth/sign-in.ts'
import { forbidden, invalidInput, PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

type Proof = { password?: string | undefined; code?: string | undefined }

/**
 * Checks the caller's own password, under the same back-off as signing in: a stolen session must not be a way to guess it.
 * @param wrong thrown when it is not the password
 */
export async function confirmPassword(ctx: Context, password: string, wrong: PanelError): Promise<void> {
  await verifyPassword({ email: ctx.actor.email, password, from: ctx }).catch((fault) => {
    throw fault instanceof PanelError && fault.code === 'forbidden' ? wrong : fault
  })
}

/** Checks the password, or a code of the second factor, of a caller who is signed in already. */
export async function confirmIdentity(ctx: Context, { password, code }: Proof): Promise<void> {
  if (code) return verifyCode({ account_id: ctx.actor.account_id, code, from: ctx })
  if (!password)
    throw invalidInput(
      msg`password: in the panel, enter the password or a code of the authenticator app again`,
      'password',
    )
  await confirmPassword(ctx, password, forbidden(msg`The password is wrong`, 'password'))
}
