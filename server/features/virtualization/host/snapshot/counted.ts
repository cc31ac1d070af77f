/**
 * SQL for how many snapshots the VM `h` has. One that failed is none: it holds nothing, and its record is there for the reason alone until
 * somebody has read it.
 */
export const SNAPSHOT_COUNT = "(select count(*)::int from snapshot x where x.host_id = h.id and x.state <> 'fail')"
