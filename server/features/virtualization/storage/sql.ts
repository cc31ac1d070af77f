import { storageKind, storageKinds } from '../../../domain/storage/kinds.ts'

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
const shared = storageKinds.filter((kind) => storageKind[kind].can.includes('shared'))

/** SQL: what the API calls the kind of the storage `s`. */
export const API_TYPE = "case s.type when 'nas' then 'file' else s.type end"

/** SQL: whether all nodes see the same volumes of the storage `s`. */
export const IS_SHARED = `s.type in (${quoted(shared)})`

/** SQL: whether disks or images are kept in a storage on a node, whether or not it takes new ones. What all nodes share is kept on each. */
export const isLivedOn = (storage: string, node: string): string =>
  `(exists (select from disk d where d.storage_id = ${storage} and (d.node_id = ${node} or (${IS_SHARED})))
    or exists (select from disk_move m where m.storage_id = ${storage} and (m.node_id = ${node} or (${IS_SHARED})))
    or exists (select from image i join image_node x on x.image_id = i.id where i.storage_id = ${storage} and x.node_id = ${node}))`

/**
 * SQL: MiB that disks on a storage are promised: those of one node, or all when `node` is null or all nodes share it. One that moves has
 * room on both sides, and a rehearsal takes some as long as anything of it is there.
 */
export const promised = (storage: string, node: string, isShared = IS_SHARED): string =>
  `((select coalesce(sum(greatest(d.size_mib, coalesce(d.size_mib_new, 0))), 0)::bigint from disk d
      where d.storage_id = ${storage} and (${node}::int is null or ${isShared} or d.node_id = ${node}))
   + (select coalesce(sum(greatest(d.size_mib, coalesce(d.size_mib_new, 0))), 0)::bigint from disk_move m join disk d on d.id = m.disk_id
      where m.storage_id = ${storage} and (${node}::int is null or ${isShared} or m.node_id = ${node}))
   + (select coalesce(sum(r.hdd_mib), 0)::bigint from rehearsal r
      where r.cleared_at is null and r.storage_id = ${storage} and (${node}::int is null or ${isShared} or r.node_id = ${node})))`

/** SQL: one number over the nodes of the storage `s` (rows `ns`): what all share is counted once. */
export const overNodes = (column: string): string =>
  `(select coalesce(case when ${IS_SHARED} then max(ns.${column}) else sum(ns.${column}) end, 0)::bigint
      from node_storage ns where ns.storage_id = s.id)`

/** SQL: worst first. */
export const BADNESS = "array_position(array['failed', 'degraded', 'unknown', 'connecting', 'active'], ns.state)"
