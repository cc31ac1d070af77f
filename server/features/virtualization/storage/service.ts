import type { Context } from '../../../api/context.ts'
import { orNone, uniqueName, writeEdit } from '../../../api/edit.ts'
import { seal } from '../../../db/secrets.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { alreadyExists, inUse, invalidInput, notFound } from '../../../domain/shared/errors.ts'
import { type StorageKind, storageCan } from '../../../domain/storage/kinds.ts'
import { paramsEditError, paramsError } from '../../../domain/storage/rules.ts'
import type { StorageCreate, StorageEdit } from '../../../domain/storage/schema.ts'
import { changed } from '../../../events/changes.ts'
import { joined, msg } from '../../../shared/text.ts'
import { passwordPlace } from './ceph.ts'
import { rejectLiving } from './lives-on.ts'
import type { Params } from './place.ts'

const naming = { entity: 'storage', what: msg`Storage` } as const

/** Adds a storage. Nothing is done on nodes until it is attached to a cluster. */
export async function createStorage(ctx: Context, body: StorageCreate) {
  const { storage_params, tags = [], ignore_checks, name, type, comment } = body
  const wrong = paramsError(type, storage_params)
  if (wrong) throw invalidInput(msg`${wrong.field}: ${wrong.words}`, wrong.field === 'type' ? 'type' : 'storage_params')
  const { password, ...params } = storage_params
  const is_network = storageCan(type, 'shared')
  return uniqueName(msg`A storage`, name, () =>
    ctx.mutate(async (work) => {
      if (!ignore_checks && params.nas_storage_path)
        await rejectSamePlace(work, params.ip_addr, params.nas_storage_path)
      const data = { name, type, comment: comment || null, storage_params: params, is_network }
      const { id } = await work.tx.storage.create({ data })
      if (password)
        await work.tx.storage.update({ where: { id }, data: { password: seal(password, passwordPlace(id)) } })
      await setTags(work, id, tags)
      changed(work, { entity: 'storage', entity_id: id, event: 'create', data: { name } })
      return { id }
    }),
  )
}

/** Two records of one place would count its space twice, and each would find the other's volumes unknown. */
async function rejectSamePlace(work: Work, address: string | undefined, path: string) {
  const [same] = await work.sql<{ name: string }>(
    `select name from storage where storage_params->>'ip_addr' = $1 and rtrim(storage_params->>'nas_storage_path', '/') = rtrim($2, '/') limit 1`,
    [address, path],
  )
  if (same)
    throw alreadyExists(
      msg`The storage ${same.name} is at this address and path already: attach that one`,
      'storage_params',
    )
}

/** Changes the name, comment and tags of a storage, and how the monitor host of Ceph is reached; what is absent stays. */
export async function editStorage(ctx: Context, id: number, edit: StorageEdit) {
  const { tags, comment, storage_params, ...rest } = edit
  await uniqueName(msg`A storage`, rest.name, () =>
    ctx.mutate(async (work) => {
      const data = {
        ...rest,
        comment: orNone(comment),
        ...(storage_params && (await changedParams(work, id, storage_params))),
      }
      await writeEdit(ctx, work, work.tx.storage, naming, id, data)
      if (tags) await setTags(work, id, tags)
    }),
  )
  return { id }
}

/** The columns for another way to the host of a monitor. Another host has a key of its own, which is learnt with the next connection. */
async function changedParams(work: Work, id: number, asked: NonNullable<StorageEdit['storage_params']>) {
  await lockRow(work, 'storage', id)
  const row = await work.tx.storage.findUnique({ where: { id } })
  if (!row) throw notFound(msg`Storage`, id)
  const { password, ...given } = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  const present = (row.storage_params ?? {}) as Params
  const sealed = row.password === null ? {} : { password: 'sealed' }
  const wrong = paramsEditError(
    row.type as StorageKind,
    { ...given, ...(password && { password }) },
    { ...present, ...sealed },
  )
  if (wrong) throw invalidInput(msg`${wrong.field}: ${wrong.words}`, 'storage_params')
  const storage_params = { ...present, ...given }
  const moved = storage_params.ip_addr !== present.ip_addr || storage_params.ssh_port !== present.ssh_port
  return {
    storage_params,
    ...(password && { password: seal(String(password), passwordPlace(id)) }),
    ...(moved && { host_key: null }),
  }
}

/** Forgets a storage that is attached nowhere. Volumes on it stay as they are. */
export async function deleteStorage(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const [row] = await work.sql<{ name: string }>('select name from storage where id = $1::int for update', [id])
    if (!row) throw notFound(msg`Storage`, id)
    await rejectLiving(work, { id, name: row.name })
    const clusters = await work.sql<{ name: string }>(
      'select c.name from cluster_storage cs join cluster c on c.id = cs.cluster_id where cs.storage_id = $1::int order by c.name limit 4',
      [id],
    )
    if (clusters.length > 0)
      throw inUse(
        msg`The storage ${row.name} is attached to clusters (${joined(
          clusters.map((one) => one.name),
          ', ',
        )}): detach it there first`,
      )
    await work.tx.storage.delete({ where: { id } })
    changed(work, { entity: 'storage', entity_id: id, event: 'delete' })
  })
  return { id, deleted: [{ id }] }
}

/** Makes the tags of a storage what is given. @throws PanelError `invalid_input` for one that does not exist */
async function setTags(work: Work, storage_id: number, tags: readonly number[]) {
  const wanted = [...new Set(tags)]
  // Held, so that none of them is deleted meanwhile.
  const known = await work.sql<{ id: number }>('select id from storage_tag where id = any($1::int[]) for key share', [
    wanted,
  ])
  const absent = wanted.find((one) => !known.some(({ id }) => id === one))
  if (absent !== undefined) throw invalidInput(msg`tags: tag ${absent} does not exist`, 'tags')
  await work.tx.storage_tagged.deleteMany({ where: { storage_id, tag_id: { notIn: wanted } } })
  await work.tx.storage_tagged.createMany({
    data: wanted.map((tag_id) => ({ storage_id, tag_id })),
    skipDuplicates: true,
  })
  if (wanted.length > 0) changed(work, { entity: 'storage_tag', entity_id: wanted[0] ?? 0, event: 'update' })
}
