import type { Work } from '../../../db/transaction.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type {
  AggregateReading,
  PortReading,
  PortVlanReading,
  SwitchInventory,
  SwitchTables,
} from '../../../drivers/switch/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { toJson } from '../../../tasks/json.ts'
import { writeMacs, writeNeighbours } from './learned.ts'

/** Values of a port as a reading has them. Texts of devices may hold what PostgreSQL refuses: they go through `toJson`. */
const columns = [
  'name',
  'mac',
  'duplex',
  'speed',
  'speed_type',
  'speed_bps',
  'admin_status',
  'oper_status',
  'description',
]
const set = columns.map((name) => `${name} = excluded.${name}`).join(', ')
const tuple = (alias: string) => `(${columns.map((name) => `${alias}.${name}`).join(', ')}, ${alias}.gone)`
const older = (alias: string) => `(${alias}.seen_at is null or ${alias}.seen_at <= $3::timestamptz)`

// Above this many at once, clients are notified of the switch only and read its ports again.
const MANY = 64

/**
 *
 * Stores the reading of a single port: no earlier reading replaces it.
 * @param at when the device was read
 */
export async function storePort(
  work: Work,
  switch_id: number,
  { port, vlan }: { port?: PortReading | null; vlan?: PortVlanReading | null },
  at: Date,
) {
  if (port) await writePorts(work, switch_id, [port], at)
  if (vlan) await writePortVlans(work, switch_id, [vlan], at)
  await work.sql(
    `update switch_port p set seen_at = $3::timestamptz
      where p.switch_id = $1::int and p.if_index = $2 and ${older('p')} returning p.id`,
    [switch_id, port?.if_index ?? vlan?.if_index ?? '', at.toISOString()],
  )
}

/**
 *
 * Writes the ports of a switch as they were read. Ports that were changed after `at` keep their values; notes, marks
 * and connections belong to the panel.
 * @param at when the device was read
 */
async function writePorts(work: Work, switch_id: number, ports: readonly PortReading[], at: Date) {
  if (!(await holdSwitch(work, switch_id))) return
  const rows = ports.map((port) => ({
    ...port,
    description: port.alias,
    speed_bps: port.speed_mbps === null ? null : port.speed_mbps * 1_000_000,
  }))
  const written = await work.sql<{ id: number; fresh: boolean }>(
    `insert into switch_port as p (switch_id, if_index, ${columns.join(', ')}, gone, seen_at)
     select $1::int, g.if_index, ${columns.map((name) => `g.${name}`).join(', ')}, false, $3::timestamptz
       from jsonb_to_recordset($2::jsonb) as g(if_index text, name text, mac text, duplex text, speed text, speed_type text,
            speed_bps bigint, admin_status text, oper_status text, description text) order by g.if_index
     on conflict (switch_id, if_index) do update set ${set}, gone = false, seen_at = excluded.seen_at
      where ${tuple('p')} is distinct from ${tuple('excluded')} and ${older('p')}
     returning p.id, xmax = 0 as fresh`,
    [switch_id, toJson(rows), at.toISOString()],
  )
  tellPorts(work, switch_id, written)
}

/**
 * Stores what an inventory round read: ports come and go, the switch says what it is called and what it is.
 * @param at when the device was asked
 */
export async function storeInventory(work: Work, switch_id: number, { system, ports }: SwitchInventory, at: Date) {
  await writePorts(work, switch_id, ports, at)
  const gone = await work.sql<{ id: number }>(
    `update switch_port p set gone = true, oper_status = 'unknown', speed_bps = null
      where p.switch_id = $1::int and not p.gone and p.if_index <> all($2::text[]) and ${older('p')} returning p.id`,
    [switch_id, ports.map((port) => port.if_index), at.toISOString()],
  )
  tellPorts(work, switch_id, gone)
  await work.sql(
    `update net_switch w set hostname = n.v->>'name', additional_info = n.v - 'name' - 'uptime_s'
       from (select $2::jsonb as v) n
      where w.id = $1::int and (w.hostname, w.additional_info) is distinct from (n.v->>'name', n.v - 'name' - 'uptime_s')`,
    [switch_id, toJson(system)],
  )
}

/** Stores which VLANs the ports of a switch are in, its neighbours and addresses; what the device has no table for stays as it is. */
export async function storeTables(work: Work, switch_id: number, tables: SwitchTables, at: Date) {
  const { missing } = tables
  if (!missing.includes('port_vlans')) await writePortVlans(work, switch_id, tables.port_vlans, at)
  if (!missing.includes('neighbours')) await writeNeighbours(work, switch_id, tables.neighbours, at)
  if (!missing.includes('macs')) await writeMacs(work, switch_id, tables.macs, at)
  if (!missing.includes('aggregates')) await writeAggregates(work, switch_id, tables.aggregates, at)
}

/** Writes the VLANs of the ports named. @param at when the device was asked */
async function writePortVlans(work: Work, switch_id: number, ports: readonly PortVlanReading[], at: Date) {
  if (!(await holdSwitch(work, switch_id))) return
  const written = await work.sql<{ id: number }>(
    `update switch_port p set vlan_id = g.vlan_id, is_trunk = g.is_trunk, trunk_members = coalesce(g.trunk_members, '{}')
       from jsonb_to_recordset($2::jsonb) as g(if_index text, vlan_id int, is_trunk boolean, trunk_members int[])
      where p.switch_id = $1::int and p.if_index = g.if_index and ${older('p')}
        and (p.vlan_id, p.is_trunk, p.trunk_members) is distinct from (g.vlan_id, g.is_trunk, coalesce(g.trunk_members, '{}'))
     returning p.id`,
    [switch_id, toJson(ports), at.toISOString()],
  )
  tellPorts(work, switch_id, written)
}

/** Writes which ports are members of aggregations; others are members of none. @param at when the device was asked */
async function writeAggregates(work: Work, switch_id: number, ports: readonly AggregateReading[], at: Date) {
  if (!(await holdSwitch(work, switch_id))) return
  const written = await work.sql<{ id: number }>(
    `update switch_port p set aggregate = g.aggregate
       from switch_port o left join jsonb_to_recordset($2::jsonb) as g(if_index text, aggregate text) on g.if_index = o.if_index
      where o.id = p.id and p.switch_id = $1::int and ${older('p')} and p.aggregate is distinct from g.aggregate
     returning p.id`,
    [switch_id, toJson(ports), at.toISOString()],
  )
  tellPorts(work, switch_id, written)
}

/**
 *
 * Lock order: a switch before its ports. Storing a reading and removing the switch would deadlock otherwise.
 * @returns false when it has been removed
 */
async function holdSwitch(work: Work, switch_id: number): Promise<boolean> {
  const rows = await work.sql('select id from net_switch where id = $1::int for no key update', [switch_id])
  return rows.length > 0
}

/**
 *
 * Writes states of ports from a fast poll cycle. Ports that were changed after `at` keep their values.
 * @param at when the device was read
 */
export async function writePortStates(
  work: Work,
  switch_id: number,
  ports: readonly { if_index: string; admin_status: string; oper_status: string }[],
  at: Date,
) {
  if (ports.length === 0 || !(await holdSwitch(work, switch_id))) return
  const written = await work.sql<{ id: number }>(
    `update switch_port p set admin_status = g.admin_status, oper_status = g.oper_status, seen_at = $3::timestamptz
       from jsonb_to_recordset($2::jsonb) as g(if_index text, admin_status text, oper_status text)
      where p.switch_id = $1::int and p.if_index = g.if_index and not p.gone and ${older('p')}
        and (p.admin_status, p.oper_status) is distinct from (g.admin_status, g.oper_status)
     returning p.id`,
    [switch_id, toJson(ports), at.toISOString()],
  )
  tellPorts(work, switch_id, written)
}

/** The row before it is written, locked: what was so already is no news. */
const before = '(select id, status, fault from net_switch where id = $1::int for no key update)'

/** A poll cycle has succeeded: the switch answers. @throws PanelError 404 when it was removed meanwhile */
export async function pollSucceeded(work: Work, switch_id: number) {
  const [row] = await work.sql<{ news: boolean }>(
    `update net_switch w set status = 'ok', fault = null, last_update = now(), last_success_update = now()
       from ${before} o where w.id = o.id returning o.status <> 'ok' or o.fault is not null as news`,
    [switch_id],
  )
  if (!row) throw notFound(msg`Switch`, switch_id)
  if (row.news)
    changed(work, { entity: 'switch', entity_id: switch_id, event: 'update', data: { status: 'ok', fault: null } })
}

/** A round has failed. @param fault why, in words for people */
export async function pollFailed(work: Work, switch_id: number, fault: string) {
  const [row] = await work.sql<{ news: boolean }>(
    `update net_switch w set status = 'fail', fault = $2, last_update = now()
       from ${before} o where w.id = o.id returning o.status <> 'fail' or o.fault is distinct from $2 as news`,
    [switch_id, fault],
  )
  if (row?.news)
    changed(work, { entity: 'switch', entity_id: switch_id, event: 'update', data: { status: 'fail', fault } })
}

function tellPorts(work: Work, switch_id: number, ports: readonly { id: number; fresh?: boolean }[]) {
  if (ports.length > MANY) {
    changed(work, { entity: 'switch', entity_id: switch_id, event: 'update', data: { ports: ports.length } })
    return
  }
  for (const { id, fresh } of ports)
    changed(work, {
      entity: 'switch_port',
      entity_id: id,
      event: fresh ? 'create' : 'update',
      relations: { switch: switch_id },
    })
}
