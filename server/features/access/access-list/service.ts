import type { Context } from '../../../api/context.ts'
import { rejectStale, uniqueName } from '../../../api/edit.ts'
import { accountMayComeFrom, endOutsiders } from '../../../auth/access-lists.ts'
import type { Work } from '../../../db/transaction.ts'
import type { AccessListCreate, AccessListEdit } from '../../../domain/access-list/schema.ts'
import { invalidInput, notFound, refused } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { parseItem } from '../../../process/client-address.ts'
import { msg } from '../../../shared/text.ts'
import { numericId } from '../user/rules.ts'

export async function createAccessList(ctx: Context, body: AccessListCreate) {
  checkItems(body.ip_list)
  return uniqueName(msg`An access list`, body.name, () =>
    ctx.mutate(async (work) => {
      const members = await memberIds(work, body.members)
      const { id } = await work.tx.access_list.create({
        data: { name: body.name, ip_list: body.ip_list },
        select: { id: true },
      })
      await work.tx.access_list_member.createMany({
        data: members.map((account_id) => ({ access_list_id: id, account_id })),
      })
      changed(work, { entity: 'acl', entity_id: id, event: 'create' })
      await enforce(ctx, work, members)
      return { id: String(id) }
    }),
  )
}

export async function editAccessList(ctx: Context, idText: string, body: AccessListEdit) {
  const id = listId(idText)
  if (body.ip_list) checkItems(body.ip_list)
  await uniqueName(msg`An access list`, body.name, () =>
    ctx.mutate(async (work) => {
      const before = await lockList(work, id)
      rejectStale(ctx, before, msg`Access list`, id)
      const members = body.members && (await memberIds(work, body.members))
      await work.tx.access_list.update({
        where: { id },
        data: {
          ...(body.name !== undefined && { name: body.name }),
          ...(body.ip_list && { ip_list: body.ip_list }),
          version: { increment: 1 },
        },
      })
      if (members) {
        await work.tx.access_list_member.deleteMany({ where: { access_list_id: id } })
        await work.tx.access_list_member.createMany({
          data: members.map((account_id) => ({ access_list_id: id, account_id })),
        })
      }
      changed(work, { entity: 'acl', entity_id: id, event: 'update' })
      await enforce(ctx, work, [...new Set([...before.members, ...(members ?? [])])])
    }),
  )
  return { id: String(id) }
}

export async function deleteAccessList(ctx: Context, idText: string): Promise<true> {
  const id = listId(idText)
  await ctx.mutate(async (work) => {
    const before = await lockList(work, id)
    await work.tx.access_list.delete({ where: { id } })
    changed(work, { entity: 'acl', entity_id: id, event: 'delete' })
    await enforce(ctx, work, before.members)
  })
  return true
}

export function listId(text: string): number {
  const id = numericId(text)
  if (id === null) throw notFound(msg`Access list`, text)
  return id
}

async function lockList({ sql }: Work, id: number) {
  const [found] = await sql<{ version: number; members: number[] }>(
    `select l.version, array(select account_id from access_list_member where access_list_id = l.id) as members
       from access_list l where l.id = $1::int for update`,
    [id],
  )
  if (!found) throw notFound(msg`Access list`, id)
  return found
}

function checkItems(items: readonly string[]) {
  const wrong = items.find((item) => !parseItem(item))
  if (wrong !== undefined)
    throw invalidInput(
      msg`ip_list: ${wrong} is not an address, range (first-last, same IP version, in order) or subnet`,
      'ip_list',
    )
}

/** Ids of users, each given as a string; an unknown one is rejected. */
async function memberIds(work: Work, members: readonly string[]): Promise<number[]> {
  const ids = members.map((text) => numericId(text) ?? unknownMember(text))
  const unique = [...new Set(ids)]
  const known = await work.sql<{ id: number }>(
    'select id from account where id = any($1::int[]) order by id for key share',
    [unique],
  )
  const found = new Set(known.map((row) => row.id))
  for (const id of unique) if (!found.has(id)) unknownMember(String(id))
  return unique
}

function unknownMember(text: string): never {
  throw invalidInput(msg`members: user ${text} does not exist`, 'members')
}

/** Effects of every change of a list: no user locks themselves out, and sessions that no longer qualify end. */
async function enforce(ctx: Context, work: Work, accountIds: readonly number[]) {
  if (accountIds.includes(ctx.actor.account_id) && !(await accountMayComeFrom(work, ctx.actor.account_id, ctx.ip)))
    throw refused(msg`This would lock you out: your own address ${ctx.ip} would no longer be allowed`, 'ip_list')
  await endOutsiders(work, accountIds)
}
