import type { address_group } from '../../../../generated/prisma/client.ts'
import type { Actor, Context } from '../../../api/context.ts'
import { rejectStale, uniqueName } from '../../../api/edit.ts'
import { requireLink } from '../../../api/links.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { readMembers } from '../../../domain/address-group/members.ts'
import type { AddressGroupCreate, AddressGroupEdit } from '../../../domain/address-group/schema.ts'
import { forbidden, invalidField, noResources, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { queueGroupRenewal } from '../host/network-rules.ts'
import { rejectUsed } from './used.ts'

/** Groups of an account, or for all. */
const MOST = 500

/** Makes a group of the caller's, or of another account or for all by administrators. */
export async function createAddressGroup(ctx: Context, { for_all = false, account, ...body }: AddressGroupCreate) {
  const account_id = ownerOf(ctx.actor, for_all, account)
  const data = { name: body.name, note: body.note ?? '', members: checked(body.members), account_id }
  return uniqueName(msg`A group of addresses`, body.name, () =>
    ctx.mutate(async (work) => {
      await requireLink(work, 'account', msg`Account`, 'account', account_id)
      if ((await work.tx.address_group.count({ where: { account_id } })) >= MOST)
        throw noResources(msg`There are already ${MOST} groups of addresses: delete some first`)
      const row = await work.tx.address_group.create({ data })
      tell(work, row, 'create')
      return { id: row.id }
    }),
  )
}

/** Changes a group. VMs whose rules name it get its new members by a task each; `task` is the number of them all. */
export async function editAddressGroup(ctx: Context, id: number, { members, ...body }: AddressGroupEdit) {
  const given = members && checked(members)
  return uniqueName(msg`A group of addresses`, body.name, () =>
    ctx.mutate(async (work) => {
      const row = await ownGroup(work, ctx, id)
      await work.tx.address_group.update({
        where: { id },
        data: { ...body, ...(given && { members: given }), version: { increment: 1 } },
      })
      tell(work, row, 'update')
      if (!given || given.join() === row.members.join()) return { id }
      const task = await queueGroupRenewal(work, id)
      return { id, ...(task !== null && { task }) }
    }),
  )
}

/** Deletes a group that no rule names, and none that is being written. */
export async function deleteAddressGroup(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const row = await ownGroup(work, ctx, id)
    await rejectUsed(work, row)
    await work.tx.address_group.delete({ where: { id } })
    tell(work, row, 'delete')
  })
  return { id, deleted: [{ id }] }
}

function checked(members: readonly string[]): string[] {
  const read = readMembers(members)
  if ('fault' in read) throw invalidField('members', read.fault)
  return read.members
}

/** The account that a new group belongs to; null: for all. */
function ownerOf(actor: Actor, for_all: boolean, account: number | undefined): number | null {
  if (for_all && account !== undefined)
    throw invalidField('account', msg`a group for all has no owner: leave out one of both`)
  const wanted = for_all ? null : (account ?? actor.account_id)
  if (actor.isAdmin || wanted === actor.account_id) return wanted
  throw forbidden(msg`Only administrators make groups of other accounts and for all`, for_all ? 'for_all' : 'account')
}

/** Locks a group that the caller may change; of another version it is stale. */
async function ownGroup(work: Work, ctx: Context, id: number): Promise<address_group> {
  const { actor } = ctx
  await lockRow(work, 'address_group', id)
  const row = await work.tx.address_group.findUnique({ where: { id } })
  if (!row || !(actor.isAdmin || row.account_id === null || row.account_id === actor.account_id))
    throw notFound(msg`Group of addresses`, id)
  if (row.account_id === null && !actor.isAdmin) throw forbidden(msg`Groups for all are changed by administrators`)
  rejectStale(ctx, row, msg`Group of addresses`, id)
  return row
}

function tell(
  work: Work,
  row: Pick<address_group, 'id' | 'name' | 'account_id'>,
  event: 'create' | 'update' | 'delete',
) {
  const about = { entity: 'address_group', entity_id: row.id, event, account_id: row.account_id } as const
  changed(work, row.account_id === null ? { ...about, everyone: true } : about)
}
