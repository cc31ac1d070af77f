import type { Work } from '../../../db/transaction.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'

const RACK =
  'select r.id from rack r join location l on l.id = r.location_id where r.name = $1 and ($2::text is null or l.name = $2)'
const rackKey = (name: string, location: string | undefined) => JSON.stringify([RACK, [name, location ?? null]])

/** Finds records by the names that files use; what was found once is not asked for again. */
export type Lookup = ReturnType<typeof makeLookup>

export function makeLookup(work: Work) {
  const found = new Map<string, number>()

  /** @param sql gives ids; two of them mean that the name is not enough */
  async function one(column: string, words: Text, sql: string, values: (string | number | null)[]): Promise<number> {
    const key = JSON.stringify([sql, values])
    const known = found.get(key)
    if (known !== undefined) return known
    const rows = await work.sql<{ id: number }>(`${sql} limit 2`, values)
    if (rows.length === 0) throw invalidInput(msg`${words} does not exist`, column)
    if (rows.length > 1) throw invalidInput(msg`${words} is not the only one of this name`, column)
    const { id } = rows[0]!
    found.set(key, id)
    return id
  }
  const byName = (table: string) => `select id from ${table} where name = $1`
  const named = (table: string, what: Text) => (column: string, name: string) =>
    one(column, msg`${what} ${name}`, byName(table), [name])

  return {
    location: named('location', msg`Location`),
    cpuSocket: named('cpu_socket', msg`CPU socket`),
    platform: named('platform', msg`Platform`),
    server: named('server', msg`Server`),
    /** Finds many servers at once, for `server`. */
    async learnServers(names: readonly string[]) {
      const sql = 'select id, name from server where name = any ($1::text[])'
      for (const { id, name } of await work.sql<{ id: number; name: string }>(sql, [names]))
        found.set(JSON.stringify([byName('server'), [name]]), id)
    },
    /** Finds many racks at once, for `rack`. */
    async learnRacks(wanted: readonly { name: string; location: string | undefined }[]) {
      const unknown = wanted.filter(({ name, location }) => !found.has(rackKey(name, location)))
      if (unknown.length === 0) return
      const rows = await work.sql<{ ids: number[]; name: string; location: string | null }>(
        `select w.name, w.location, array_agg(r.id) as ids
           from (select distinct * from unnest($1::text[], $2::text[]) w(name, location)) w
           join rack r on r.name = w.name join location l on l.id = r.location_id and (w.location is null or l.name = w.location)
          group by w.name, w.location`,
        [unknown.map(({ name }) => name), unknown.map(({ location }) => location ?? null)],
      )
      // Those that are none or several are asked for one by one, which says so.
      for (const { ids, name, location } of rows)
        if (ids.length === 1) found.set(rackKey(name, location ?? undefined), ids[0]!)
    },
    pool: named('ippool', msg`Pool`),
    account: (column: string, email: string) =>
      one(column, msg`User ${email}`, 'select id from account where lower(email) = lower($1)', [email]),
    rack: (column: string, name: string, location: string | undefined) =>
      one(column, location === undefined ? msg`Rack ${name}` : msg`Rack ${name} of ${location}`, RACK, [
        name,
        location ?? null,
      ]),
    chassis: (column: string, name: string, location: string | undefined, rack: string | undefined) =>
      one(
        column,
        rack === undefined ? msg`Chassis ${name}` : msg`Chassis ${name} of rack ${rack}`,
        `select c.id from chassis c join rack r on r.id = c.rack_id join location l on l.id = r.location_id
          where c.name = $1 and ($2::text is null or l.name = $2) and ($3::text is null or r.name = $3)`,
        [name, location ?? null, rack ?? null],
      ),
    async isBlade(server_id: number): Promise<boolean> {
      const [row] = await work.sql<{ blade: boolean }>(
        'select chassis_id is not null as blade from server where id = $1::int',
        [server_id],
      )
      return row?.blade === true
    },
    port: (column: string, of: string, port: string) =>
      one(
        column,
        msg`Port ${port} of switch ${of} (ports are known after the first poll of the switch): it`,
        `select p.id from switch_port p join net_switch w on w.id = p.switch_id
          where w.name = $1 and (p.name = $2 or (p.if_index = $2 and not exists (
                  select from switch_port q where q.switch_id = w.id and q.name = $2)))`,
        [of, port],
      ),
    outlet: (column: string, of: string, identity: number) =>
      one(
        column,
        msg`Outlet ${identity} of PDU ${of} (outlets are known after the first poll of the PDU): it`,
        'select p.id from pdu_port p join pdu u on u.id = p.pdu_id where u.name = $1 and p.identity = $2::int',
        [of, identity],
      ),
  }
}
