import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
/** Ids by name. */
const id: Record<string, number> = {}

beforeAll(async () => {
  api = await testApi()
  const { pool } = api.database
  await pool.query(`
    insert into location (name, ssh_address, ssh_user) values ('l', '192.0.2.1', 'root');
    insert into rack (location_id, name, size) values (1, 'R1', 42), (1, 'R2', 42);
    insert into cpu_socket (name) values ('L');
    insert into platform (name, type, server_size, cpu_socket, cpu_socket_count, ram_slot_count, max_ram, hdd_slot_count, pci_slot_count)
      values ('P', 'server', 1, 1, 1, 1, 1, 1, 1);
    insert into pdu (name, device, ip, location_id, rack_id, unit, size) values ('A', 'generic', '192.0.2.2', 1, 1, 1, 1), ('B', 'generic', '192.0.2.3', 1, 2, 1, 1);
    insert into pdu_port (pdu_id, identity) select p, n from generate_series(1, 2) p, generate_series(1, 4) n;
    insert into net_switch (name, device, ip, location_id, rack_id, unit, size) values ('sw', 'snmp_common', '192.0.2.4', 1, 1, 2, 1), ('sw2', 'snmp_common', '192.0.2.5', 1, 2, 2, 1);
    insert into switch_port (switch_id, if_index, name) select s, n::text, 'ge' || n from generate_series(1, 2) s, generate_series(1, 4) n;
    insert into server (name, type, platform_id, location_id, rack_id, unit, size, owner_id)
      select n, 'server', 1, 1, 2, 10, 1, case when n = 'single' then (select id from account where email = 'ann@example.com') end
        from unnest(array['single', 'double', 'off', 'node', 'elsewhere']) n;
    update server set rack_id = 1 where name = 'elsewhere';
    insert into cluster (name, virtualization_type) values ('c', 'dummy');
    insert into node (name, cluster_id, ip) values ('n1', 1, '192.0.2.9');
    update server set node_id = 1 where name = 'node';`)
  const { rows } = await pool.query('select id, name from server')
  for (const row of rows) id[row.name] = row.id
  const outlet = (pdu: string, identity: number) =>
    `(select p.id from pdu_port p join pdu u on u.id = p.pdu_id where u.name = '${pdu}' and p.identity = ${identity})`
  const port = (name: string, n: number) =>
    `(select p.id from switch_port p join net_switch w on w.id = p.switch_id where w.name = '${name}' and p.if_index = '${n}')`
  await pool.query(`
    insert into pdu_connection (server_id, pdu_port_id) values (${id.single}, ${outlet('A', 1)}), (${id.double}, ${outlet('A', 2)}), (${id.double}, ${outlet('B', 2)}),
      (${id.off}, ${outlet('A', 3)}), (${id.off}, ${outlet('B', 3)}), (${id.node}, ${outlet('A', 4)});
    update pdu_port set power_status = 'down' where id = ${outlet('B', 3)};
    insert into switch_connection (server_id, switch_port_id) values (${id.single}, ${port('sw', 1)}), (${id.double}, ${port('sw', 2)}), (${id.double}, ${port('sw2', 2)});
    insert into host (name, internal_name, uuid, account_id, cluster_id, node_id, ram_mib, cpu_number)
      select 'vm' || n, 'vm' || n, gen_random_uuid(), (select id from account where email = 'bob@example.com'), 1, 1, 256, 1 from generate_series(1, 60) n;
    insert into ip (ip_addr, family, mask, server_id) values ('198.51.100.1', 2, '255.255.255.255', ${id.single});
    insert into ip (ip_addr, family, mask, host_id) values ('198.51.100.2', 2, '255.255.255.255', 1);`)
})
afterAll(() => api.close())

const ask = async (kind: string, of: number) => (await api.admin.get(`/dci/v3/impact/${kind}/${of}`)).body
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
const became = (body: any) => Object.fromEntries(body.servers.map((one: any) => [one.name, one.verdict]))

describe('what breaks', () => {
  it('with a PDU: a single power input is dark, a second one keeps going unless it is off, VMs go with their node', async () => {
    const body = await ask('pdu', 1)
    expect(body.about).toEqual({ kind: 'pdu', id: 1, name: 'A' })
    expect(became(body)).toEqual({ single: 'dark', off: 'dark', node: 'dark', double: 'less' })
    expect(body.counts).toEqual({ dark: 3, cut: 0, less: 1, nodes: 1, hosts: 60, addresses: 2, owners: 2 })
    expect(body.nodes).toEqual([{ id: 1, name: 'n1', verdict: 'dark', host_count: 60 }])
    expect(body.hosts).toHaveLength(50)
    expect(body.owners.map((one: { email: string }) => one.email)).toEqual(['bob@example.com', 'ann@example.com'])
    expect(body.addresses).toEqual([
      { id: expect.any(Number), name: '198.51.100.1', used_by: 'single' },
      { id: expect.any(Number), name: '198.51.100.2', used_by: 'vm1' },
    ])
  })

  it('with one outlet is what hangs on it', async () => {
    expect(became(await ask('outlet', 1))).toEqual({ single: 'dark' })
    expect(became(await ask('outlet', 2))).toEqual({ double: 'less' })
  })

  it('with a switch or port: the only link is cut off, a second one is not', async () => {
    expect(became(await ask('switch', 1))).toEqual({ single: 'cut', double: 'less' })
    const port = await ask('port', 1)
    expect(became(port)).toEqual({ single: 'cut' })
    expect(port.about.name).toBe('sw / ge1')
  })

  it('with a rack includes all devices in it, and what they power elsewhere', async () => {
    const body = await ask('rack', 1)
    expect(became(body)).toEqual({ elsewhere: 'dark', single: 'dark', off: 'dark', node: 'dark', double: 'less' })
  })

  it('with a server or node is it and what runs on it', async () => {
    expect((await ask('server', id.node!)).counts).toMatchObject({ dark: 1, nodes: 1, hosts: 60 })
    expect((await ask('node', 1)).counts).toMatchObject({ dark: 0, nodes: 1, hosts: 60, owners: 1 })
    expect((await ask('server', id.elsewhere!)).counts).toMatchObject({ dark: 1, nodes: 0, hosts: 0 })
  })

  it('with what is not there is 404', async () => {
    expect((await api.admin.get('/dci/v3/impact/pdu/99')).status).toBe(404)
  })
})
