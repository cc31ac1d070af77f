/** SQL of whether a backup would not be restored from any of its copies, as far as is known. @param b alias of its row */
export const isDamaged = (b: string): string => `(
  exists (select from backup_copy f where f.backup_id = ${b}.id and f.fault is not null)
  and not exists (select from backup_copy g where g.backup_id = ${b}.id and g.state = 'active' and g.fault is null))`
