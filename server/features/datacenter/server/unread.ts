import { isLate } from '../device/reading.ts'

const PDU_LATE = isLate('d.last_success_update')
/** The oldest reading tells, from an index: as long as all PDUs are read, neither they nor their connections are looked at. */
const ANY_LATE_PDU = isLate('(select min(d.last_success_update) from pdu d)')
const AT_LATE_PDUS = `k.server_id in (select c.server_id from pdu d join pdu_port o on o.pdu_id = d.id
  join pdu_connection c on c.pdu_port_id = o.id where ${PDU_LATE})`

/**
 * SQL of the servers of whose power nothing was read lately: id, and when it was last read. The controller tells of it, without one the
 * outlets do.
 * @param ids SQL of an array of the only ids to look at
 */
export const unreadServers = (ids?: string) => `
  select q.server_id as id, q.last_success_update as since
    from ipmi q where ${isLate('q.last_success_update')}${ids ? ` and q.server_id = any(${ids})` : ''}
  union all
  select k.server_id, max(d.last_success_update)
    from pdu_connection k join pdu_port p on p.id = k.pdu_port_id join pdu d on d.id = p.pdu_id
   where ${ANY_LATE_PDU} and ${ids ? `k.server_id = any(${ids})` : AT_LATE_PDUS}
     and not exists (select from ipmi q where q.server_id = k.server_id)
   group by k.server_id having bool_and(d.status = 'fail' or ${PDU_LATE})`

/** SQL of whether a server is on as far as is known now. @param ids as for `unreadServers` */
export const powerNow = (server: string, ids?: string) =>
  `(case when ${server}.id in (select u.id from (${unreadServers(ids)}) u) then 'unknown' else ${server}.power_status end)`
