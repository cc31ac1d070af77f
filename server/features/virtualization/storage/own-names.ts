/** SQL: the name of the volume `v` without what the panel adds to it while it is not whole, or larger, or to be cleared. */
const BASE = "regexp_replace(v.name, '\\.(new|grow|clear)$', '')"
const ITSELF = `(v.name, ${BASE})`
const LAST = (path: string) => `substring(${path} from '[^/]+$')`
/** Volumes of VMs and rehearsals carry the internal name of theirs, so that what a task makes meanwhile belongs to one: seeds, copies, next installations. */
const OWNER = "substring(v.name from '^([a-z0-9]+-[0-9]+-[0-9a-f]{6})-')"

/** All names that the panel gives to what it keeps in a storage, a condition each. */
const own: readonly string[] = [
  // Disks, under whatever name they came, and what their own names can be before one is noted.
  `exists (select from disk d where d.storage_id = $1::int and ${LAST('d.path')} in ${ITSELF})`,
  `exists (select from disk d where ${BASE} in ('disk-' || d.id, 'disk-' || d.id || '.qcow2'))`,
  // A restore writes beside the volume that a free disk has: until it has ended, the record does not name it.
  `exists (select from disk d where d.state <> 'active' and ${BASE} like 'disk-' || d.id || '-%')`,
  `exists (select from disk_move m where ${LAST('m.path')} in ${ITSELF})`,
  `exists (select from host h where h.internal_name = ${OWNER})`,
  `exists (select from rehearsal r where r.cleared_at is null and (r.internal_name = ${OWNER}
     or exists (select from unnest(r.files) f where ${LAST('f')} in ${ITSELF})))`,
  `exists (select from host h where exists (select from unnest(h.unused_files) u where ${LAST('u')} in ${ITSELF}))`,
  // Image files, their checksums, and transfers of them. Also in a storage that the image has left: disks may still stand on the file there.
  `exists (select from image i where i.file::text = substring(v.name from '^([0-9a-f-]{36})\\.qcow2(?:\\.|$)'))`,
  // Of a VM whose disks are being read, and in use until that has ended; the next reading of the disk replaces one that was left.
  `v.name ~ '^datahall-[0-9a-f]{24}\\.scratch$'`,
]

/** SQL: whether the volume `v.name` of the storage $1 is, or may be, one that the panel itself keeps. Only what is not is offered for deletion. */
export const isOwnName = `(${own.join('\n  or ')})`
