import type { Work } from '../../../db/transaction.ts'
import { invalidField, invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { IS_SHARED } from './sql.ts'

/** What a disk asks of its storage. `field`: what names it in the request, `storage` where that is left out. */
type Asked = { storage?: number | undefined; tags?: readonly number[] | undefined; field?: 'storage' | 'disks' }
type Candidate = { id: number; is_main: boolean; enabled: boolean; tags: number[] }

/** What is attached to a cluster, the main one first, then by the space that is left on it. */
const ATTACHED = `
  select s.id, cs.is_main, cs.enabled and s.state = 'active' as enabled,
         coalesce((select array_agg(st.tag_id) from storage_tagged st where st.storage_id = s.id), '{}') as tags
    from cluster_storage cs join storage s on s.id = cs.storage_id
   where cs.cluster_id = $1::int
   order by cs.is_main desc, (select case when ${IS_SHARED} then max(ns.total_mib - ns.used_mib) else sum(ns.total_mib - ns.used_mib) end
                                from node_storage ns where ns.storage_id = s.id) desc nulls last, s.id`

/**
 * The storages of new disks of a cluster, in their order: the one that a disk names, the first that carries all tags that it asks for, or the main
 * one.
 * @throws PanelError `invalid_input`
 */
export async function storagesFor(work: Work, cluster_id: number, disks: readonly Asked[]): Promise<number[]> {
  await requireTags(work, [...new Set(disks.flatMap(({ tags = [] }) => tags))])
  const all = await work.sql<Candidate>(ATTACHED, [cluster_id])
  return disks.map((disk) => chosen(all, disk).id)
}

/** The storage of one disk; see `storagesFor`. */
export async function storageFor(work: Work, cluster_id: number, disk: Asked): Promise<number> {
  return (await storagesFor(work, cluster_id, [disk]))[0] as number
}

function chosen(all: readonly Candidate[], { storage: id, tags = [], field = 'storage' }: Asked): Candidate {
  if (id !== undefined) {
    const found = all.find((one) => one.id === id)
    if (!found) throw invalidInput(msg`Storage ${id} is not attached to the cluster`, field)
    if (!found.enabled)
      throw invalidField(field, msg`storage ${id} is disabled and takes no new disks: choose another one`)
    const lacking = tags.find((tag) => !found.tags.includes(tag))
    if (lacking !== undefined)
      throw invalidField('disks', msg`storage ${id} does not carry tag ${lacking}: leave out the one or the other`)
    return found
  }
  const found = all.find(
    (one) => one.enabled && (tags.length > 0 ? tags.every((tag) => one.tags.includes(tag)) : one.is_main),
  )
  if (found) return found
  if (tags.length > 0)
    throw invalidField('disks', msg`no storage of the cluster carries all the tags that the disks ask for`)
  throw invalidField('storage', msg`the cluster has no main storage that is enabled`)
}

/** @throws PanelError `invalid_input` for a tag that does not exist */
export async function requireTags(work: Work, tags: readonly number[]) {
  if (tags.length === 0) return
  const known = await work.sql<{ id: number }>('select id from storage_tag where id = any($1::int[]) for key share', [
    tags,
  ])
  const absent = tags.find((tag) => !known.some(({ id }) => id === tag))
  if (absent !== undefined) throw invalidField('disks', msg`tag ${absent} does not exist`)
}
