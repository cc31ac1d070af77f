/** VMs that a schedule means: those that it names, and those of its clusters, nodes and presets. Only what is built can be backed up. */
const hosts = (one: string) => `
  select t.schedule_id, h.id as host_id from schedule_cluster t join host h on h.cluster_id = t.cluster_id where h.is_built${one}
  union select t.schedule_id, h.id from schedule_node t join host h on h.node_id = t.node_id where h.is_built${one}
  union select t.schedule_id, h.id from schedule_preset t join host h on h.preset_id = t.preset_id where h.is_built${one}
  union select t.schedule_id, h.id from schedule_host t join host h on h.id = t.host_id where h.is_built${one}`

type Asked = {
  /** SQL of the id of one schedule, enabled or not; absent: all that are enabled. */
  schedule?: string
  /** SQL of an array of the ids of the only VMs to look at; absent: all VMs, and disks of none. */
  of?: string
}

/**
 * SQL of the disks that schedules back up: schedule_id, disk_id, host_id, node_id, and by_itself for those that are no part of a cut of
 * their VM.
 */
export function coveredDisks({ schedule, of: only }: Asked = {}): string {
  const one = `${schedule ? ` and t.schedule_id = ${schedule}` : ''}${only ? ` and h.id = any(${only})` : ''}`
  const these = schedule ? `s.id = ${schedule}` : 's.enabled'
  const named = only ? ` and exists (select from disk d where d.id = t.disk_id and d.host_id = any(${only}))` : ''
  const free = (of: 'cluster' | 'node') => `
  select t.schedule_id, d.id, true from schedule_${of} t join schedule s on s.id = t.schedule_id and s.backup_mode = 'disk'
    join disk d on d.${of}_id = t.${of}_id and d.host_id is null where ${these}`
  return `
  select c.schedule_id, d.id as disk_id, d.host_id, coalesce(h.node_id, d.node_id) as node_id, bool_and(c.by_itself) as by_itself
    from (
      select m.schedule_id, d.id as disk_id, s.backup_mode = 'disk' as by_itself
        from (${hosts(one)}) m join schedule s on s.id = m.schedule_id
        join disk d on d.host_id = m.host_id and (s.backup_mode <> 'host_main' or d.is_main) where ${these}
      union all select t.schedule_id, t.disk_id, true from schedule_disk t join schedule s on s.id = t.schedule_id where ${these}${named}
      ${only ? '' : `union all ${free('cluster')} union all ${free('node')}`}) c
    join disk d on d.id = c.disk_id and d.state in ('active', 'changing') left join host h on h.id = d.host_id
   group by c.schedule_id, d.id, h.node_id`
}

/** SQL of the ids of the schedules that mean a VM or one of its disks, enabled or not. @param host SQL of one id; its alias is none of t, h, m and d */
export const schedulesOf = (host: string): string => `
  select m.schedule_id from (${hosts(` and h.id = ${host}`)}) m
  union select t.schedule_id from schedule_disk t join disk d on d.id = t.disk_id where d.host_id = ${host}`
