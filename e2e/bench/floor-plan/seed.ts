import type { Pool } from 'pg'

export const ROWS = 5
export const RACKS = 40
export const UNITS = 48

/** The same numbers every time, so that two runs draw the same floor plan. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % sides
  }
}

type Cell = { rack: number; face: string; unit: number; half: number; kind: string; ref: number }

/**
 * Fills an empty database with a hall of 40 racks x 48 units, nearly full: servers of all kinds, chassis with blades, two switches
 * and two upright PDUs a rack, reserved units, owners, faults. Straight into the tables: what is measured is how it is drawn.
 * @returns the location, and how many devices stand in it, blades included
 */
export async function seedRoom(pool: Pool): Promise<{ location: number; devices: number }> {
  const one = async (sql: string, values: unknown[] = []): Promise<number> => (await pool.query(sql, values)).rows[0].id
  const location = await one(
    `insert into location (name, ssh_address, ssh_user) values ('FRA1', '192.0.2.1', 'root') returning id`,
  )
  const socket = await one(`insert into cpu_socket (name) values ('LGA 4677') returning id`)
  const platform = (name: string, type: string, size: number, width: string, bays: number) =>
    one(
      `insert into platform (name, type, server_size, width, cpu_socket, cpu_socket_count, ram_slot_count, max_ram, hdd_slot_count, pci_slot_count)
       values ($1, $2, $3, $4, $5, 2, 32, 4096, $6, 2) returning id`,
      [name, type, size, width, socket, bays],
    )
  const models = {
    one: await platform('R650, 10 SFF', 'server', 1, 'full', 10),
    two: await platform('R740xd, 24 SFF', 'server', 2, 'full', 24),
    store: await platform('R740xd, 12 LFF', 'server', 2, 'full', 12),
    half: await platform('MX half', 'server', 1, 'half', 4),
    blade: await platform('M640', 'blade', 1, 'full', 2),
  }
  const owners: number[] = []
  for (const name of ['ops', 'halden-studio', 'vela-commerce', 'moss-io'])
    owners.push(
      await one(
        `insert into account (email, roles) values ($1, '{@user}') on conflict (email) do update set email = excluded.email returning id`,
        [`${name}@example.com`],
      ),
    )
  const roll = dice(7)
  const cells: Cell[] = []
  let devices = 0
  const take = (
    rack: number,
    kind: string,
    ref: number,
    unit: number,
    size: number,
    faces: string[],
    halves: number[],
  ) => {
    devices++
    for (const face of faces)
      for (let n = 0; n < size; n++)
        for (const half of halves) cells.push({ rack, face, unit: unit + n, half, kind, ref })
  }
  const both = ['front', 'rear']
  for (let n = 0; n < RACKS; n++) {
    const row = Math.floor(n / (RACKS / ROWS))
    const place = n % (RACKS / ROWS)
    const name = `${String.fromCharCode(65 + row)}${String(place + 1).padStart(2, '0')}`
    const rack = await one(
      `insert into rack (location_id, name, size, hall_row, hall_place) values ($1, $2, ${UNITS}, $3, $4) returning id`,
      [location, name, row, place],
    )
    const server = async (
      model: keyof typeof models,
      unit: number | null,
      size: number,
      half: number | null,
      chassis?: [number, number],
    ) => {
      const state = roll(40)
      const id = await one(
        `insert into server (name, type, platform_id, location_id, rack_id, unit, size, width, chassis_id, slot, owner_id, power_status, state_info, maintenance)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
        [
          ...[
            `srv-${name.toLowerCase()}-${unit ?? `c${chassis?.[1]}`}${half === 1 ? 'b' : ''}-${roll(9999)}`.slice(
              0,
              49,
            ),
          ],
          ...[model === 'blade' ? 'blade' : 'server', models[model], location, chassis ? null : rack, unit, size],
          ...[half === null ? 'full' : 'half', chassis?.[0] ?? null, chassis?.[1] ?? null],
          ...[roll(3) === 0 ? null : owners[roll(owners.length)], state < 4 ? 'off' : state < 6 ? 'unknown' : 'on'],
          ...[state === 39 ? 'Drive 4 failed, rebuilds without a spare' : null, state === 38],
        ],
      )
      if (chassis) {
        devices++
        await pool.query('insert into chassis_slot (chassis_id, slot, server_id) values ($1, $2, $3)', [...chassis, id])
      } else take(rack, 'server', id, unit ?? 1, size, both, half === null ? [0, 1] : [half])
      return id
    }
    const ports: number[] = []
    for (const [at, what] of [
      [UNITS - 1, 'sw'],
      [UNITS - 2, 'mg'],
    ] as const) {
      const fails = n === 12 && what === 'sw'
      const id = await one(
        `insert into net_switch (name, device, ip, location_id, rack_id, unit, size, depth, status, fault)
         values ($1, 'snmp_common', '192.0.2.2', $2, $3, $4, 1, 'half', $5, $6) returning id`,
        [
          `${what}-${name.toLowerCase()}`,
          location,
          rack,
          at,
          fails ? 'fail' : 'ok',
          fails ? 'Does not answer SNMP for 12 minutes' : null,
        ],
      )
      take(rack, 'switch', id, at, 1, ['front'], [0, 1])
      const made = await pool.query(
        `insert into switch_port (switch_id, if_index, name, oper_status, admin_status)
         select $1, i::text, 'xe-0/0/' || i, case when i % 5 = 0 then 'down' else 'up' end, case when i % 17 = 0 then 'down' else 'up' end from generate_series(1, 48) i returning id`,
        [id],
      )
      ports.push(...made.rows.map((port) => port.id))
    }
    const outlets: number[] = []
    for (const side of ['left', 'right']) {
      const id = await one(
        `insert into pdu (name, device, ip, location_id, rack_id, unit, size, face, status, load_watt)
         values ($1, 'apc', '192.0.2.3', $2, $3, 1, $4, $5, 'ok', $6) returning id`,
        [`pdu-${name.toLowerCase()}-${side === 'left' ? 'a' : 'b'}`, location, rack, UNITS, side, 2000 + roll(1500)],
      )
      take(rack, 'pdu', id, 1, UNITS, [side], [0])
      const made = await pool.query(
        `insert into pdu_port (pdu_id, identity, name, power_status) select $1, i, 'Outlet ' || i, case when i % 11 = 0 then 'down' else 'up' end from generate_series(1, 24) i returning id`,
        [id],
      )
      outlets.push(...made.rows.map((port) => port.id))
    }
    let unit = 1
    let servers = 0
    const chassisAt = n % 6 === 1 ? 20 : -1
    while (unit <= UNITS - 4) {
      if (unit === chassisAt) {
        const id = await one(
          `insert into chassis (rack_id, unit, size, name, server_slot_count) values ($1, $2, 6, $3, 10) returning id`,
          [rack, unit, `chs-${name.toLowerCase()}`],
        )
        take(rack, 'chassis', id, unit, 6, both, [0, 1])
        for (let slot = 1; slot <= 8; slot++) await server('blade', null, 1, null, [id, slot])
        unit += 6
        continue
      }
      const free = chassisAt > unit ? chassisAt - unit : UNITS
      const kind = roll(12)
      if (kind === 0) unit++
      else if (kind === 1 && n % 5 === 0) {
        const id = await one(
          `insert into rack_reservation (rack_id, unit, size, note) values ($1, $2, 1, 'moss-io') returning id`,
          [rack, unit],
        )
        take(rack, 'reserved', id, unit, 1, both, [0, 1])
        devices--
        unit++
      } else if (kind === 2) {
        await server('half', unit, 1, 0)
        if (roll(2)) await server('half', unit, 1, 1)
        unit++
      } else if (kind < 5 && free >= 2) {
        await server(kind === 3 ? 'two' : 'store', unit, 2, null)
        unit += 2
      } else {
        const id = await server('one', unit, 1, null)
        if (servers < 20) {
          await pool.query('insert into switch_connection (server_id, switch_port_id) values ($1, $2)', [
            id,
            ports[servers * 2],
          ])
          await pool.query(
            'insert into switch_connection (server_id, switch_port_id, is_ipmi_connection) values ($1, $2, true)',
            [id, ports[48 + servers]],
          )
          for (const side of [0, 24])
            await pool.query('insert into pdu_connection (server_id, pdu_port_id) values ($1, $2)', [
              id,
              outlets[side + servers],
            ])
        }
        servers++
        unit++
      }
    }
  }
  await pool.query(
    `insert into rack_cell (rack_id, face, unit, half, kind, ref)
     select rack, face, unit, half, kind, ref from jsonb_to_recordset($1::jsonb) as c(rack int, face text, unit int, half int, kind text, ref int)`,
    [JSON.stringify(cells)],
  )
  return { location, devices }
}
