import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { type Count, LEAST_MS, type PortCount, passedPorts } from '../../../domain/traffic/rates.ts'
import type { CounterReading } from '../../../drivers/switch/types.ts'
import { toJson } from '../../../tasks/json.ts'

type Port = {
  id: number
  if_index: string
  speed_bps: number | null
  collect: boolean
  admin_status: string
  oper_status: string
}
/** Counters as they are stored: width, then the six in the order of their names; as text, for JSON's numbers are too narrow. */
type Stored = { [if_index: string]: [32 | 64, ...string[]] }
const names = ['in_octets', 'out_octets', 'in_errors', 'out_errors', 'in_discards', 'out_discards'] as const

/** What is known of a switch before a round. */
export type CountState = { before: Count | null; tables_age_s: number | null; ports: Port[] }

/** Columns of what a round compares with, of a switch `w` and its `switch_poll s`; see `countStateOf`. */
export const COUNT_STATE = `
  s.at as counted_at, s.uptime_s, s.counters, extract(epoch from now() - s.tables_at)::float8 as tables_age_s,
  (select coalesce(json_agg(json_build_object('id', p.id, 'if_index', p.if_index, 'speed_bps', p.speed_bps,
            'collect', not coalesce(k.do_not_collect_traffic, p.do_not_collect_traffic),
            'admin_status', p.admin_status, 'oper_status', p.oper_status)), '[]')
     from switch_port p left join switch_connection k on k.switch_port_id = p.id where p.switch_id = w.id) as ports`
/** What these columns hold. */
export type CountColumns = {
  counted_at: Date | null
  uptime_s: number
  counters: Stored
  tables_age_s: number | null
  ports: Port[]
}

export const countStateOf = ({ counted_at, uptime_s, counters, tables_age_s, ports }: CountColumns): CountState => ({
  before: counted_at && { at: counted_at.getTime(), uptime_s, ports: new Map(Object.entries(counters).map(opened)) },
  tables_age_s,
  ports,
})

const opened = ([if_index, [bits, ...counts]]: [string, Stored[string]]): [string, PortCount] => {
  const of = Object.fromEntries(names.map((name, i) => [name, BigInt(counts[i] ?? 0)]))
  return [if_index, { bits, ...of } as PortCount]
}

/** Port states that differ from what is known, in the words of the driver. */
export type Moved = { if_index: string; admin_status: string; oper_status: string }

// One statement, whether there is traffic to store or not: a thousand switches send it every minute. All of it goes through w, so that the
// row is locked before the last part changes it.
const STORE = `
  with w as (select id from net_switch where id = $1 for key share),
  c as (insert into switch_poll (switch_id, at, uptime_s, counters) select w.id, $2, $3, $4 from w
        on conflict (switch_id) do update set at = excluded.at, uptime_s = excluded.uptime_s, counters = excluded.counters),
  t as (insert into port_traffic (switch_id, level, at, ports, ms, in_octets, out_octets, errors, discards)
        select w.id, 60, $2, $5, array_fill($6::int, array[cardinality($5::int[])]), $7, $8, $9, $10
          from w where cardinality($5::int[]) > 0 on conflict do nothing),
  u as (update net_switch n set last_update = now(), last_success_update = now() from w
         where n.id = w.id and n.status = 'ok' and n.fault is null and $11 returning n.id)
  select exists(select from u) as healthy`

/**
 * Stores counters for the next round, and what has passed since the last one, of ports whose traffic is counted.
 *
 * @param alone nothing else is asked in this round: the switch is well
 * @returns healthy: that it is well was known and is noted; and which ports are no longer as they were
 */
export async function storeCounters(
  switch_id: number,
  reading: CounterReading,
  { before, ports }: CountState,
  alone: boolean,
): Promise<{ healthy: boolean; moved: Moved[] }> {
  const known = new Map(ports.map((port) => [port.if_index, port]))
  const counted = reading.ports.filter(({ if_index }) => known.has(if_index))
  const moved = counted
    .filter(({ if_index, admin_status, oper_status }) => {
      const port = known.get(if_index)
      return port?.admin_status !== admin_status || port.oper_status !== oper_status
    })
    .map(({ if_index, admin_status, oper_status }) => ({ if_index, admin_status, oper_status }))
  // Asked twice in a moment: the older reading stays the one to compare with.
  const hasty = before !== null && reading.at >= before.at && reading.at - before.at < LEAST_MS
  if (hasty) return { healthy: false, moved }
  const now: Count = { ...reading, ports: new Map(counted.map((port) => [port.if_index, port])) }
  const share = before && passedPorts(before, now, (if_index) => known.get(if_index)?.speed_bps ?? null)
  const passed = [...(share?.ports ?? [])].flatMap(([if_index, one]) => {
    const port = known.get(if_index)
    return port?.collect ? [{ ...one, id: port.id }] : []
  })
  const unlessNone = (name: 'errors' | 'discards') =>
    passed.some((one) => one[name] > 0) ? passed.map((one) => one[name]) : []
  const stored: Stored = Object.fromEntries(
    counted.map((port) => [port.if_index, [port.bits, ...names.map((name) => String(port[name]))]]),
  )
  const { rows } = await db().pool.query<{ healthy: boolean }>({
    name: 'store_counters',
    text: STORE,
    values: [
      switch_id,
      new Date(reading.at),
      reading.uptime_s,
      toJson(stored),
      passed.map((one) => one.id),
      share?.ms ?? 0,
      passed.map((one) => one.in_octets),
      passed.map((one) => one.out_octets),
      unlessNone('errors'),
      unlessNone('discards'),
      alone,
    ],
  })
  return { healthy: rows[0]?.healthy ?? false, moved }
}

/** Notes that the slow tables of a switch were read just now. */
export const noteTables = (work: Work, switch_id: number) =>
  work.sql(
    `insert into switch_poll (switch_id, tables_at) values ($1::int, now())
       on conflict (switch_id) do update set tables_at = excluded.tables_at returning switch_id`,
    [switch_id],
  )
