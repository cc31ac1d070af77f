import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { PersonEdit } from '../../../domain/person/schema.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { replacePreference } from '../../access/preferences/service.ts'
import { ownOrAdmin } from '../../access/user/rules.ts'
import { editUser } from '../../access/user/service.ts'

/** The users are those of the whole panel, and so are the rules. `@user` here also stands for `@advanced_user`, which then stays. */
export async function editPerson(ctx: Context, id: number, { role, ...edit }: PersonEdit) {
  const known =
    role === '@user' ? await db().prisma.account.findUnique({ where: { id }, select: { roles: true } }) : null
  const same = known !== null && !known.roles.includes('@admin')
  return editUser(ctx, id, { ...edit, ...(role && !same && { roles: [role] }) })
}

/** Where clients of this service keep what they like; apart from what the panel's own screens remember. */
const PLACE = 'datacenter'
const MOST_BYTES = 64 * 1024

/** The free-form settings of a user: the caller's own, or any user's for administrators. */
export async function readSettings(ctx: Context, id: number): Promise<Record<string, unknown>> {
  ownOrAdmin(ctx.actor, id)
  const row = await db().prisma.account.findUnique({ where: { id }, select: { preferences: true } })
  if (!row) throw notFound(msg`User`, id)
  return ((row.preferences as Record<string, unknown>)[PLACE] ?? {}) as Record<string, unknown>
}

/** Stores them as a whole. */
export async function writeSettings(ctx: Context, id: number, settings: Record<string, unknown>) {
  ownOrAdmin(ctx.actor, id)
  const text = JSON.stringify(settings)
  if (text.length > MOST_BYTES) throw new PanelError('too_large', msg`The settings are over 64 KiB`)
  await ctx.mutate(async (work, note) => {
    note.input = { names: Object.keys(settings) }
    await replacePreference(work, id, PLACE, text)
  })
  return { id }
}
