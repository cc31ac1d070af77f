/**
 * SQL of whether an operation `o` boots a template of a location `x`, or writes it to disks. Which live system installs and clears disks is not chosen: it may be any that
 * the location has.
 */
export const usesSql = (o: string, x: string) => `${o}.location_id = ${x}.location_id and ${o}.ended_at is null
  and (${o}.os_template_id = ${x}.template_id or (${x}.content->'kernel' is not null and ${o}.type in ('install', 'clear_hdd')))`

/** SQL of whether any operation uses a template of a location `x` now. */
export const usedSql = (x: string) => `exists (select from operation o where ${usesSql('o', x)})`
