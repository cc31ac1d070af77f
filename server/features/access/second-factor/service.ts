import type { Context } from '../../../api/context.ts'
import { matchingCode, newRecoveryCodes, newSecret } from '../../../auth/second-factor.ts'
import { endSessions } from '../../../auth/sessions.ts'
import { verifyCode } from '../../../auth/sign-in.ts'
import { forbidden, refused, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { lockUser } from '../user/rules.ts'

const enabledAlready = () =>
  wrongState(msg`Two-factor authentication is already on: turn it off first to set up another authenticator app`)

/**
 * Turns the second factor on in two steps. Without a code: a new secret, not yet valid. With a code of it: from now on
 * it is required at every sign-in; answers the recovery codes, which cannot be read back later.
 */
export function setUpSecondFactor(ctx: Context, code: string | undefined) {
  return code === undefined ? offerSecret(ctx) : confirmSecret(ctx, code)
}

async function offerSecret(ctx: Context) {
  const { account_id, email } = ctx.actor
  const { secret, url, sealed } = newSecret(account_id, email)
  await ctx.mutate(async (work, note) => {
    note.entity_id = account_id
    const { count } = await work.tx.account.updateMany({
      where: { id: account_id, totp_enabled: false },
      data: { totp_secret: sealed, totp_last_step: null },
    })
    if (count === 0) throw enabledAlready()
  })
  return { secret, url }
}

async function confirmSecret(ctx: Context, code: string) {
  const { account_id, session_id } = ctx.actor
  if (!(await matchingCode(account_id, code, false)))
    throw forbidden(
      msg`The code does not match the new secret: request a secret first, and check the clock of the device`,
      'code',
    )
  const { codes, kept } = newRecoveryCodes(account_id)
  await ctx.mutate(async (work, note) => {
    note.entity_id = account_id
    const { count } = await work.tx.account.updateMany({
      where: { id: account_id, totp_enabled: false, totp_secret: { not: null } },
      data: { totp_enabled: true, totp_recovery: kept, version: { increment: 1 } },
    })
    if (count === 0) throw enabledAlready()
    // Sessions that never gave the second factor end; tokens are kept, they stand for programs.
    await endSessions(work, { account_id, id: { not: session_id }, kind: { not: 'token' } })
    await work.tx.sign_in_key.deleteMany({ where: { account_id } })
    changed(work, { entity: 'account', entity_id: account_id, event: 'update', account_id })
  })
  return { recovery_codes: codes }
}

/** Turns the own second factor off, with a code of it or a recovery code. */
export async function turnOffSecondFactor(ctx: Context, code: string) {
  await verifyCode({ account_id: ctx.actor.account_id, code, from: ctx })
  await dropSecondFactor(ctx, ctx.actor.account_id)
  return {}
}

/**
 * For a user who lost the authenticator and the recovery codes: turns the second factor off, and ends the user's
 * sessions.
 */
export async function resetSecondFactor(ctx: Context, accountId: number) {
  if (accountId === ctx.actor.account_id)
    throw refused(msg`Turn off your own two-factor authentication with a code on your account page`)
  await dropSecondFactor(ctx, accountId)
  return { id: accountId }
}

async function dropSecondFactor(ctx: Context, accountId: number) {
  const own = accountId === ctx.actor.account_id
  await ctx.mutate(async (work, note) => {
    note.entity_id = accountId
    await lockUser(work, accountId)
    await work.tx.account.update({
      where: { id: accountId },
      data: {
        totp_enabled: false,
        totp_secret: null,
        totp_last_step: null,
        totp_recovery: [],
        version: { increment: 1 },
      },
    })
    if (!own) await endSessions(work, { account_id: accountId, kind: { not: 'token' } })
    changed(work, { entity: 'account', entity_id: accountId, event: 'update', account_id: accountId })
  })
}
