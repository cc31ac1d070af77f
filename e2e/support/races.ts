// Many writers want one thing at the same moment: which gets it, and does any get it twice? Used by a test and by a
// measurement.

import { call } from '../../server/api/call.ts'
import type { Actor } from '../../server/api/context.ts'
import type { AnyEndpoint } from '../../server/api/endpoint.ts'
import { db } from '../../server/db/pool.ts'
import { transaction } from '../../server/db/transaction.ts'
import { PanelError } from '../../server/domain/shared/errors.ts'
import { pduConnectionEndpoints } from '../../server/features/datacenter/pdu-connection/endpoints.ts'
import { serverEndpoints } from '../../server/features/datacenter/server/endpoints.ts'
import { switchConnectionEndpoints } from '../../server/features/datacenter/switch-connection/endpoints.ts'
import { vlanEndpoints } from '../../server/features/datacenter/vlan/endpoints.ts'
import { allocateNamed } from '../../server/features/network/allocation/named.ts'
import { powerEndpoints } from '../../server/features/remote/power/endpoints.ts'

export type Race = { thing: string; rounds: number; writers: number; won: number; violations: number; ms: number }

const UNITS = 40
const SLOTS = 16

/** Rows that rounds are run on: a fresh thing for each round. `servers` are there to be connected. */
async function prepare(rounds: number, writers: number): Promise<Actor> {
  const { pool } = db()
  const { rows } = await pool.query<{ id: number }>(
    `insert into account (email, roles) values ('races@example.com', '{@admin}') returning id`,
  )
  await pool.query(`
    insert into location (id, name, ssh_address, ssh_user) values (9001, 'races', '192.0.2.1', 'root');
    insert into cpu_socket (id, name) values (9001, 'races');
    insert into platform (id, name, type, server_size, width, cpu_socket, cpu_socket_count, ram_slot_count, max_ram, hdd_slot_count, pci_slot_count)
      values (9001, 'full', 'server', 1, 'full', 9001, 1, 1, 1, 1, 1), (9002, 'half', 'server', 1, 'half', 9001, 1, 1, 1, 1, 1),
             (9003, 'blade', 'blade', 1, 'full', 9001, 1, 1, 1, 1, 1), (9004, 'wide blade', 'blade', 2, 'full', 9001, 1, 1, 1, 1, 1)`)
  const n = (count: number) => `generate_series(0, ${count - 1}) n`
  await pool.query(`
    insert into rack (id, location_id, name, size) select 10000 + n, 9001, 'R' || n, ${UNITS} from ${n(Math.ceil(rounds / UNITS) + 1)};
    insert into chassis (id, rack_id, unit, size, name, server_slot_count)
      select 10000 + n, 10000, 1, 1, 'C' || n, ${SLOTS} from ${n(Math.ceil(rounds / (SLOTS - 1)) + 1)};
    insert into server (id, name, type, platform_id, location_id, size) select 1000000 + n, 'there-' || n, 'server', 9001, 9001, 1 from ${n(writers)};
    insert into net_switch (id, name, device, ip, location_id, rack_id, unit, size) values (9001, 'races', 'snmp_common', '192.0.2.2', 9001, 10000, 1, 1);
    insert into switch_port (id, switch_id, if_index) select 10000 + n, 9001, n::text from ${n(rounds)};
    insert into pdu (id, name, device, ip, location_id, rack_id, unit, size) values (9001, 'races', 'generic', '192.0.2.3', 9001, 10000, 2, 1);
    insert into pdu_port (id, pdu_id, identity) select 10000 + n, 9001, n + 1 from ${n(rounds)};
    insert into server (id, name, type, platform_id, location_id, size) select 1100000 + n, 'switched-' || n, 'server', 9001, 9001, 1 from ${n(rounds)};
    insert into ipmi (server_id, ip, username, password) select 1100000 + n, '192.0.2.9', 'u', '' from ${n(rounds)}`)
  return {
    account_id: rows[0]!.id,
    email: 'races@example.com',
    roles: ['@admin'],
    isAdmin: true,
    lang: 'en',
    session_id: 0,
    session_kind: 'rest',
    confirmed: true,
  }
}

type Thing = {
  thing: string
  take(round: number, writer: number): Promise<unknown>
  /** SQL that counts what must not be: rows that hold what another one holds, or that hold less than they should. */
  wrong: string
  /** How many may win a round. */
  most: number
}

const outOf = (from: string) => `select count(*)::int as wrong from (${from}) x`

function things(operate: (e: AnyEndpoint, params: object, body: object) => Promise<unknown>): Thing[] {
  const serverAt = (where: object, platform: number, name: string) =>
    operate(serverEndpoints.create, {}, { name, platform, ...where })
  return [
    {
      thing: 'half-unit of a rack',
      most: 2,
      take: (round, writer) =>
        serverAt(
          { rack: 10_000 + 1 + Math.floor(round / UNITS), unit: (round % UNITS) + 1 },
          // One in four wants the whole unit: either it, or two halves.
          writer % 4 === 0 ? 9001 : 9002,
          `unit-${round}-${writer}`,
        ),
      wrong: outOf(`
        select s.id from server s left join rack_cell c on c.kind = 'server' and c.ref = s.id and c.rack_id = s.rack_id and c.unit = s.unit
         where s.name like 'unit-%' group by s.id having count(c.unit) <> case s.width when 'half' then 2 else 4 end
        union all select s.rack_id from server s where s.name like 'unit-%' group by s.rack_id, s.unit
         having sum(case s.width when 'half' then 1 else 2 end) > 2`),
    },
    {
      thing: 'slot of a chassis',
      most: 1,
      take: (round, writer) =>
        serverAt(
          { chassis: 10_000 + Math.floor(round / (SLOTS - 1)), slot: (round % (SLOTS - 1)) + 1 },
          9003,
          `slot-${round}-${writer}`,
        ),
      wrong: outOf(`
        select s.id from server s left join chassis_slot c on c.server_id = s.id where s.name like 'slot-%' group by s.id, s.size having count(c.slot) <> s.size
        union all select chassis_id from server where name like 'slot-%' group by chassis_id, slot having count(*) > 1`),
    },
    {
      thing: 'switch port, to one server',
      most: 1,
      take: (round, writer) =>
        operate(
          switchConnectionEndpoints.create,
          {},
          { server_id: 1_000_000 + writer, switch_port_id: 10_000 + round },
        ),
      wrong: outOf('select switch_port_id from switch_connection group by 1 having count(*) > 1'),
    },
    {
      thing: 'outlet, to one server',
      most: 1,
      take: (round, writer) =>
        operate(pduConnectionEndpoints.create, {}, { server_id: 1_000_000 + writer, pdu_port_id: 10_000 + round }),
      wrong: outOf('select pdu_port_id from pdu_connection group by 1 having count(*) > 1'),
    },
    {
      thing: 'VLAN number of a location',
      most: 1,
      take: (round, writer) =>
        operate(vlanEndpoints.create, { location_id: 9001 }, { id: round + 1, name: `v-${round}-${writer}` }),
      wrong: outOf('select vlan_id from vlan group by location_id, vlan_id having count(*) > 1'),
    },
    {
      // A request equal to the winner's gets the winner's task.
      thing: 'power of a server',
      most: Number.POSITIVE_INFINITY,
      take: (round, writer) =>
        operate(writer % 2 === 0 ? powerEndpoints.reset : powerEndpoints.cycle, { server_id: 1_100_000 + round }, {}),
      wrong: outOf(`
        select s.id from server s left join task t on t.registry_id = s.id and t.entity = 'server' left join power_event p on p.task = t.id
         where s.name like 'switched-%' group by s.id, s.power_task
        having count(*) <> 1 or count(p.id) <> 1 or max(t.id) is distinct from s.power_task`),
    },
    {
      thing: 'address',
      most: 1,
      take: (round) =>
        transaction((work) =>
          allocateNamed(
            work,
            { name: `10.${Math.floor(round / 250)}.1.${(round % 250) + 1}`, without_allocation: true },
            { state: 'ok' },
          ),
        ),
      wrong: outOf('select ip_addr from ip group by 1 having count(*) > 1'),
    },
  ]
}

/**
 * Every round all writers want the same thing at once, through the operations of the API. A violation is a thing that two
 * hold, a round without a winner, or a fault that is no refusal.
 * On the process's database, which has to be empty.
 */
export async function races({ rounds, writers }: { rounds: number; writers: number }): Promise<Race[]> {
  const actor = await prepare(rounds, writers)
  const caller = { actor, ip: '127.0.0.1', userAgent: '', token: null, expectedVersion: null }
  const operate = async (e: AnyEndpoint, params: object, body: object) =>
    (await call(e, caller, { params, query: {}, body })).answer
  const results: Race[] = []
  for (const { thing, take, wrong, most } of things(operate)) {
    const started = performance.now()
    const race: Race = { thing, rounds, writers, won: 0, violations: 0, ms: 0 }
    for (let round = 0; round < rounds; round++) {
      const ends = await Promise.allSettled(Array.from({ length: writers }, (_, writer) => take(round, writer)))
      const won = ends.filter(({ status }) => status === 'fulfilled').length
      const faults = ends.flatMap((end) =>
        end.status === 'rejected' && !(end.reason instanceof PanelError && end.reason.http === 409) ? [end.reason] : [],
      )
      if (faults[0]) console.error(thing, faults[0])
      race.won += won
      race.violations += faults.length + (won < 1 || won > most ? 1 : 0)
    }
    const { rows } = await db().pool.query<{ wrong: number }>(wrong)
    race.violations += rows[0]?.wrong ?? 0
    race.ms = Math.round(performance.now() - started)
    results.push(race)
  }
  return results
}
