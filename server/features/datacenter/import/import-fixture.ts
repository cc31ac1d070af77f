import { expect } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

/** Of the file that runs: set by `startImport`. */
export let api: Awaited<ReturnType<typeof testApi>>
/** A panel of this file's own. */
export async function startImport(): Promise<void> {
  api = await testApi()
}

const TABLES =
  'switch_connection, pdu_connection, switch_port, pdu_port, net_switch, pdu, server_mac, chassis_slot, server, chassis, rack_cell, rack, vlan, platform, cpu_socket, ip, iprange, ipnet, ippool, location, task'
/** Before each test: nothing is there. */
export const empty = () => api.database.pool.query(`truncate ${TABLES} restart identity cascade`)

/** Sends a text as the file of an import; `path` may be that of an import in the background. */
export const send = (asked: Record<string, unknown>, text: string, path = '/dci/v3/import') =>
  api.admin.post(`${path}?${new URLSearchParams(asked as Record<string, string>)}`, text)
/** Brings a text in. @returns the answer's body */
export async function run(kind: string, text: string, more: object = {}) {
  const format = kind === 'all' ? 'yaml' : 'csv'
  const { status, body } = await send({ format, kind, dry_run: false, ...more }, text)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
/** How many rows a table has; what follows its name narrows. */
export const count = async (table: string) =>
  Number((await api.database.pool.query(`select count(*) from ${table}`)).rows[0].count)

/** Two racks of a location with all that stands in them. */
export const DOCUMENT = `
location:
  - { name: Oslo, ssh_address: 192.0.2.1, ssh_port: 22, ssh_user: root, password: pass-of-oslo }
cpu_socket:
  - name: LGA4677
platform:
  - { name: Rack 1U, type: server, server_size: 1, cpu_socket: LGA4677, cpu_socket_count: 2, ram_slot_count: 16, max_ram: 512, hdd_slot_count: 8, pci_slot_count: 2 }
  - { name: Half, type: server, server_size: 1, width: half, cpu_socket: LGA4677, cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
  - { name: Blade, type: blade, server_size: 2, cpu_socket: LGA4677, cpu_socket_count: 1, ram_slot_count: 4, max_ram: 64, hdd_slot_count: 2, pci_slot_count: 1 }
rack:
  - { name: "007", location: Oslo, size: 42, note: "=1+1", hall_row: 2, hall_place: 3 }
  - { name: A-02, location: Oslo, size: 42 }
chassis:
  - { name: bl, location: Oslo, rack: A-02, unit: 20, size: 10, server_slot_count: 16 }
vlan:
  - { location: Oslo, id: 100, name: customers }
switch:
  - name: sw-1
    device: snmp_common
    ip: 192.0.2.10
    location: { name: Oslo }
    rack: { name: "007" }
    unit: 42
    size: 1
    face: rear
    depth: half
    snmp_params: { version: snmp_v2c, community: hidden-word-1 }
pdu:
  - { name: pdu-1, device: apc_snmp, ip: 192.0.2.20, location: Oslo, rack: "007", unit: 1, size: 42, face: left, community: hidden-word-2 }
server:
  - { name: web-1, platform: Rack 1U, location: Oslo, rack: "007", unit: 10, mac: [52:54:00:00:00:01, 52:54:00:00:00:02], domain: web-1.example.com, owner: ann@example.com, is_protected: yes }
  - { name: right, platform: Half, location: Oslo, rack: "007", unit: 11, half: 1 }
  - { name: left, platform: Half, location: Oslo, rack: "007", unit: 11, half: 0, maintenance: true }
  - { name: blade-1, platform: Blade, location: Oslo, chassis: bl, slot: 3, note: "a, \\"b\\"\\nsecond line" }
ippool:
  - { name: customers, location: Oslo }
ipnet:
  - { name: 198.51.100.0/24, gateway: 198.51.100.1, vlan: 100 }
range:
  - { pool: customers, name: 198.51.100.10-198.51.100.99 }
ip:
  - { name: 198.51.100.10, server: web-1, domain: a.example.com }
  - { name: 198.51.100.11, server: web-1, domain: b.example.com, is_main: yes }
`

/** What the devices would have reported at their first poll. */
export const ports = () =>
  api.database.pool.query(`
    insert into switch_port (switch_id, if_index, name) select id, n::text, 'ge-0/0/' || n from net_switch, generate_series(1, 4) n;
    insert into pdu_port (pdu_id, identity) select id, n from pdu, generate_series(1, 4) n`)
