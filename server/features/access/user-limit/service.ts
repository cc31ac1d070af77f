import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { Role } from '../../../domain/shared/roles.ts'
import { type LimitField, limitFields, roleNumbers } from '../../../domain/user-limit/fields.ts'
import type { LimitsView, UserLimits } from '../../../domain/user-limit/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { lockUser, ownOrAdmin } from '../user/rules.ts'
import { limitsInForce, usedOf } from './quota.ts'

/** A role by its number. */
export function namedRole(id: number): Role {
  const found = Object.entries(roleNumbers).find(([, number]) => number === id)
  if (!found) throw notFound(msg`Role`, id)
  return found[0] as Role
}

type Whose = { account_id: number } | { role: Role }

async function ownLimits(whose: Whose): Promise<LimitsView> {
  const row = await db().prisma.user_limit.findFirst({ where: whose })
  return Object.fromEntries(limitFields.map((field) => [field, row?.[field] ?? null])) as Record<
    LimitField,
    number | null
  >
}

/** The limits set for an account, those in force with its role's, and what is in use. */
export async function readAccountLimits(ctx: Context, account_id: number): Promise<LimitsView> {
  ownOrAdmin(ctx.actor, account_id)
  const own = await ownLimits({ account_id })
  return transaction(async (work) => {
    const in_force = await limitsInForce(work, account_id)
    if (!in_force) throw notFound(msg`User`, account_id)
    return { ...own, in_force, used: await usedOf(work, account_id) }
  })
}

export const readRoleLimits = (role: Role): Promise<LimitsView> => ownLimits({ role })

/** Sets limits of an account; what it has already stays, even above them. */
export async function setAccountLimits(ctx: Context, account_id: number, limits: UserLimits) {
  await ctx.mutate(async (work) => {
    await lockUser(work, account_id)
    await write(work, { account_id }, limits)
  })
  return readAccountLimits(ctx, account_id)
}

export async function setRoleLimits(ctx: Context, role: Role, limits: UserLimits) {
  await ctx.mutate((work) => write(work, { role }, limits))
  return readRoleLimits(role)
}

async function write(work: Work, whose: Whose, limits: UserLimits) {
  const where = 'role' in whose ? { role: whose.role } : { account_id: whose.account_id }
  await work.tx.user_limit.upsert({
    where,
    create: { ...whose, ...limits },
    update: { ...limits, version: { increment: 1 } },
  })
  noteChange(work, whose)
}

/** Takes the limits away; those of the role hold again. */
export async function dropLimits(ctx: Context, whose: Whose) {
  await ctx.mutate(async (work) => {
    if ('account_id' in whose) await lockUser(work, whose.account_id)
    const { count } = await work.tx.user_limit.deleteMany({ where: whose })
    if (count > 0) noteChange(work, whose)
  })
  return {}
}

function noteChange(work: Work, whose: Whose) {
  if ('role' in whose) changed(work, { entity: 'user_limit', entity_id: roleNumbers[whose.role], event: 'update' })
  else changed(work, { entity: 'account', entity_id: whose.account_id, event: 'update', account_id: whose.account_id })
}
