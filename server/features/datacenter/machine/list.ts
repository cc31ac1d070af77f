import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { machineStates } from '../../../domain/machine/states.ts'
import { msg } from '../../../shared/text.ts'
import { portName } from '../switch/port-sql.ts'
import { EVIDENCE, SUREST } from './evidence.ts'

const object = (fields: Record<string, string>) =>
  `json_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`

/** How a port is called, and why it is thought to be the one. */
export const PORT = {
  by: 'e.by',
  switch: object({ id: 'w.id', name: 'w.name' }),
  port: object({ id: 'p.id', name: portName }),
  rack: `case when r.id is not null then ${object({ id: 'r.id', name: 'r.name' })} end`,
}

const PLACE = `(select ${object(PORT)} from ${EVIDENCE} order by ${SUREST} limit 1)`

/** The server of which it has cards or the serial number, as that was reported last. */
const KNOWN = `(select ${object({ id: 's.id', name: 's.name', macs: 'k.macs', by_serial: 'k.by_serial' })}
  from (select c.server_id, count(c.mac)::int as macs, bool_or(c.mac is null) as by_serial
          from (select server_id, mac from server_mac where mac = any(m.macs)
                union all
                select h.server_id, null from hardware_report h where m.serial <> '' and h.report->>'serial' = m.serial
                   and not exists (select from hardware_report o where o.server_id = h.server_id and o.id > h.id)) c
         group by c.server_id) k
  join server s on s.id = k.server_id order by k.by_serial desc, k.macs desc, s.id limit 1)`

const HARDWARE = `case when m.report is not null then (select ${object({
  cpu: `coalesce(m.report->'cpus'->0->>'model', '')`,
  cpus: `jsonb_array_length(m.report->'cpus')`,
  memory_mib: `m.report->'memory_mib'`,
  disks: `jsonb_array_length(m.report->'disks')`,
  disk_bytes: `(select coalesce(sum((d->>'bytes')::numeric), 0) from jsonb_array_elements(m.report->'disks') d)`,
  firmware: `m.report->>'firmware'`,
})}) end`

/** Machines that nobody has entered are the administrators'. */
export const machineList = defineList<Actor>({
  name: 'machine',
  what: msg`Machine`,
  from: 'machine m',
  joins: {
    l: 'left join location l on l.id = m.location_id',
    sv: 'left join server sv on sv.id = m.server_id',
  },
  fields: {
    id: { type: 'int', sql: 'm.id' },
    state: { type: 'enum', sql: 'm.state', values: machineStates },
    'location.id': { type: 'int', sql: 'm.location_id' },
    'location.name': { type: 'text', sql: 'l.name' },
    'server.id': { type: 'int', sql: 'm.server_id', nullable: true },
    'server.name': { type: 'text', sql: 'sv.name', nullable: true },
    vendor: { type: 'text', sql: 'm.vendor' },
    product: { type: 'text', sql: 'm.product' },
    serial: { type: 'text', sql: 'm.serial' },
    uuid: { type: 'text', sql: 'm.uuid' },
    mac: { type: 'text', sql: 'm.mac', searchAs: 'mac' },
    address: { type: 'inet', sql: 'm.address' },
    asked: { type: 'int', sql: 'm.asked' },
    first_seen_at: { type: 'time', sql: 'm.first_seen_at' },
    seen_at: { type: 'time', sql: 'm.seen_at' },
    reported_at: { type: 'time', sql: 'm.reported_at', nullable: true },
    version: { type: 'int', sql: 'm.version' },
  },
  links: { location: 'location.id', server: 'server.id' },
  row: { macs: 'm.macs', hardware: HARDWARE, place: PLACE, known: KNOWN },
  search: ['serial', 'mac', 'product', 'vendor', 'server.name'],
  defaultOrder: 'seen_at desc',
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
