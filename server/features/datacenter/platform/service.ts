import type { Context } from '../../../api/context.ts'
import { rejectInUse, uniqueName, usedBy, writeEdit } from '../../../api/edit.ts'
import type { Work } from '../../../db/transaction.ts'
import type { PlatformCreate, PlatformEdit } from '../../../domain/platform/schema.ts'
import { missingLink, notFound, refused } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

const naming = { entity: 'platform', what: msg`Platform` } as const

/** Holds the socket, so that it is not removed before the platform is there. */
async function requireSocket(work: Work, id: number | undefined) {
  if (id === undefined) return
  const [socket] = await work.sql('select id from cpu_socket where id = $1::int for key share', [id])
  if (!socket) throw missingLink('cpu_socket', msg`CPU socket`, id)
}

export async function createPlatform(ctx: Context, body: PlatformCreate) {
  return uniqueName(msg`A platform`, body.name, () =>
    ctx.mutate(async (work) => {
      await requireSocket(work, body.cpu_socket)
      const { id } = await work.tx.platform.create({ data: body })
      changed(work, { entity: 'platform', entity_id: id, event: 'create', data: { name: body.name } })
      return { id }
    }),
  )
}

export async function editPlatform(ctx: Context, id: number, body: PlatformEdit) {
  await uniqueName(msg`A platform`, body.name, () =>
    ctx.mutate(async (work) => {
      await requireSocket(work, body.cpu_socket)
      await writeEdit(ctx, work, work.tx.platform, naming, id, body)
    }),
  )
  return { id }
}

/** Full or half of the rack's width; only while no server of the platform stands anywhere. */
export async function setPlatformWidth(ctx: Context, id: number, width: 'full' | 'half') {
  await ctx.mutate(async (work) => {
    const platform = await lock(work, id)
    if (platform.type === 'blade') throw refused(msg`A blade takes slots of its chassis: it has no width`, 'width')
    await rejectUsed(work, id, platform.name)
    await writeEdit(ctx, work, work.tx.platform, naming, id, { width })
  })
  return { id }
}

/** Refused while a server is of it, saying which. */
export async function deletePlatform(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const platform = await lock(work, id)
    await rejectUsed(work, id, platform.name)
    await work.tx.platform.delete({ where: { id } })
    changed(work, { entity: 'platform', entity_id: id, event: 'delete' })
  })
  return { id }
}

async function lock(work: Work, id: number) {
  const [row] = await work.sql<{ name: string; type: string }>(
    'select name, type from platform where id = $1::int for update',
    [id],
  )
  if (!row) throw notFound(msg`Platform`, id)
  return row
}

const rejectUsed = async (work: Work, id: number, name: string) =>
  rejectInUse(msg`Platform`, name, [
    await usedBy(work, 'server', 'select name from server where platform_id = $1::int', id),
  ])
