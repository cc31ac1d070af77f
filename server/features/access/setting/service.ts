import type { Context } from '../../../api/context.ts'
import { editSetting } from '../../../api/edit-setting.ts'
import { fieldFault } from '../../../api/validate.ts'
import { type AccessSetting, accessSettings, isAccessSetting, readAccessSetting } from '../../../auth/settings.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const known = (name: string): AccessSetting => {
  if (!isAccessSetting(name)) throw notFound(msg`Setting`, name)
  return name
}

export async function readSetting(name: string) {
  return { name, value: await readAccessSetting(known(name)) }
}

/** Sets it for all sessions, those that are open included. */
export async function writeSetting(ctx: Context, text: string, value: unknown) {
  const name = known(text)
  const parsed = accessSettings[name].schema.safeParse(value)
  if (!parsed.success) throw fieldFault(parsed.error, ['value'])
  await ctx.mutate(async (work, note) => {
    await editSetting(work, note, name, () => parsed.data, { value: true })
    if (name === 'token_ttl')
      await work.tx.session.updateMany({ where: { kind: { not: 'token' } }, data: { idle_seconds: parsed.data } })
    else
      await work.sql(
        `update session set expires_at = least(created_at + make_interval(secs => $1::int), grant_until) where kind <> 'token' and confirmed returning id`,
        [parsed.data],
      )
  })
  return {}
}
