import type { Pool } from 'pg'

/** Twenty servers a rack, 48 ports a switch, 40 outlets a PDU; each server has a card, an address, a port and an outlet. */
const PER_RACK = 20
const PORTS = 48
const OUTLETS = 40

/** A data centre of so many servers, straight into the tables; one in `every` belongs to `owner`, the others to 99 more. */
export async function seedInventory(
  pool: Pool,
  { owner, servers, every }: { owner: number; servers: number; every: number },
) {
  const run = (sql: string, ...values: number[]) => pool.query(sql, values)
  await run(
    `insert into account (email, roles) select 'other-' || n || '@example.com', '{@user}' from generate_series(1, 99) n`,
  )
  await run(
    `insert into location (name, ssh_address, ssh_user) select 'Site ' || n, '192.0.2.1', 'root' from generate_series(1, 20) n`,
  )
  await run(`insert into cpu_socket (name) values ('LGA 4677')`)
  await run(
    `insert into platform (name, type, server_size, cpu_socket, cpu_socket_count, ram_slot_count, max_ram, hdd_slot_count, pci_slot_count)
       values ('R650', 'server', 1, 1, 2, 32, 4096, 10, 2)`,
  )
  await run(
    `insert into rack (location_id, name, size) select 1 + n % 20, 'R' || n, 48 from generate_series(0, $1::int - 1) n`,
    Math.ceil(servers / PER_RACK),
  )
  await run(
    `insert into server (name, type, platform_id, location_id, rack_id, unit, size, owner_id)
       select 'server-' || n, 'server', 1, k.location_id, k.id, 1 + n % ${PER_RACK}, 1,
              case n % $3::int when 0 then $2::int else (select min(id) from account where email like 'other-%') + n % 99 end
         from generate_series(0, $1::int - 1) n join rack k on k.id = 1 + n / ${PER_RACK} order by n`,
    servers,
    owner,
    every,
  )
  await run(
    `insert into rack_cell (rack_id, face, unit, half, kind, ref)
       select s.rack_id, f, s.unit, h, 'server', s.id from server s, unnest(array['front', 'rear']) f, generate_series(0, 1) h`,
  )
  await run(
    `insert into server_mac (mac, server_id) select '02' || regexp_replace(lpad(to_hex(id), 10, '0'), '(..)', ':\\1', 'g'), id from server`,
  )
  await run(`insert into ip (ip_addr, family, ippool_id, mask, state, server_id)
       select inet '10.0.0.0' + s.id, 2, null, '255.0.0.0', 'ok', s.id from server s`)
  await run(
    `insert into net_switch (name, device, ip, location_id, rack_id, unit, size, status)
       select 'switch-' || n, 'snmp_common', inet '10.200.0.0' + n, k.location_id, k.id, 47, 1, 'ok'
         from generate_series(0, $1::int - 1) n join rack k on k.id = 1 + n`,
    Math.ceil(servers / PORTS),
  )
  await run(
    `insert into switch_port (switch_id, if_index, name, admin_status, oper_status)
       select w.id, n::text, 'Gi1/0/' || n, 'up', 'up' from net_switch w, generate_series(1, ${PORTS}) n order by w.id, n`,
  )
  await run(
    `insert into switch_connection (server_id, switch_port_id) select s.id, p.id from server s join switch_port p on p.id = s.id`,
  )
  await run(
    `insert into pdu (name, device, ip, location_id, rack_id, unit, size, status)
       select 'pdu-' || n, 'apc', inet '10.201.0.0' + n, k.location_id, k.id, 48, 1, 'ok'
         from generate_series(0, $1::int - 1) n join rack k on k.id = 1 + n`,
    Math.ceil(servers / OUTLETS),
  )
  await run(
    `insert into pdu_port (pdu_id, identity, power_status) select u.id, n, 'up' from pdu u, generate_series(1, ${OUTLETS}) n order by u.id, n`,
  )
  await run(
    `insert into pdu_connection (server_id, pdu_port_id) select s.id, o.id from server s join pdu_port o on o.id = s.id`,
  )
  await run('vacuum analyze')
}
