import type { Pool } from 'pg'

/**
 * VMs with node, owner, disk, interface and address as the panel has them, by one statement a table; one in `every`
 * belongs to `owner`, the others to 99 more.
 */
export async function seedMachines(
  pool: Pool,
  { owner, count, every }: { owner: number; count: number; every: number },
) {
  await pool.query(`insert into cluster (name, virtualization_type) values ('bench', 'dummy')`)
  await pool.query(
    `insert into account (email, roles) select 'other-' || n || '@example.com', '{@user}' from generate_series(1, 99) n`,
  )
  await pool.query(`insert into storage (name, type) values ('bench', 'file')`)
  // Not attached, so that no worker would look for them.
  await pool.query(
    `insert into node (name, cluster_id, ip, state) select 'node-' || n, 1, '198.51.100.' || n, 'creating' from generate_series(1, 50) n`,
  )
  await pool.query(`insert into ippool (name) values ('bench')`)
  await pool.query(
    `insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, state, os_name, os_group, cpu_number, ram_mib, started_at)
       select 'vm-' || n, 'dh-' || n, gen_random_uuid(),
              case n % $3::int when 0 then $1::int else (select min(id) from account where email like 'other-%') + n % 99 end, 1, 1 + n % 50, case n % 5 when 0 then 'stopped' else 'active' end, 'Debian 12', 'linux',
              2, 2048, now() from generate_series(1, $2::int) n`,
    [owner, count, every],
  )
  await pool.query(
    `insert into disk (name, host_id, account_id, cluster_id, node_id, storage_id, size_mib, is_main, state)
       select 'disk', id, account_id, 1, node_id, 1, 10240, true, 'active' from host`,
  )
  await pool.query(
    `insert into host_interface (host_id, name, mac, bridge)
       select id, 'eth0', '02:00:' || substr(lpad(to_hex(id), 8, '0'), 1, 2) || ':' || substr(lpad(to_hex(id), 8, '0'), 3, 2) || ':' ||
              substr(lpad(to_hex(id), 8, '0'), 5, 2) || ':' || substr(lpad(to_hex(id), 8, '0'), 7, 2), 'vmbr0' from host`,
  )
  await pool.query(
    `insert into ip (ip_addr, family, ippool_id, mask, state, host_id, host_interface_id, account_id)
       select inet '10.0.0.0' + h.id, 2, 1, '255.0.0.0', 'ok', h.id, i.id, h.account_id from host h join host_interface i on i.host_id = h.id`,
  )
  await pool.query('vacuum analyze')
}
