import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const TABLES =
  'switch_connection, pdu_connection, switch_port, pdu_port, net_switch, pdu, server_mac, chassis_slot, server, chassis, rack_cell, rack, vlan, platform, cpu_socket, ip, iprange, ipnet, ippool, location, task'
beforeEach(() => api.database.pool.query(`truncate ${TABLES} restart identity cascade`))

const send = (body: object) => api.admin.post('/dci/v3/import', body)
async function run(kind: string, text: string, more: object = {}) {
  const format = kind === 'all' ? 'yaml' : 'csv'
  const { status, body } = await send({ format, kind, text, dry_run: false, ...more })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const count = async (table: string) =>
  Number((await api.database.pool.query(`select count(*) from ${table}`)).rows[0].count)

const DOCUMENT = `
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

/** What the devices would have told at their first poll. */
const ports = () =>
  api.database.pool.query(`
    insert into switch_port (switch_id, if_index, name) select id, n::text, 'ge-0/0/' || n from net_switch, generate_series(1, 4) n;
    insert into pdu_port (pdu_id, identity) select id, n from pdu, generate_series(1, 4) n`)

describe('a document of a location', () => {
  it('is tried without a trace, brought in, and found unchanged the second time', async () => {
    const tried = await run('all', DOCUMENT, { dry_run: true })
    expect(tried).toMatchObject({ applied: false, counts: { create: 20, error: 0 } })
    expect([await count('location'), await count('server'), await count('task')]).toEqual([0, 0, 0])

    const done = await run('all', DOCUMENT)
    expect(done).toMatchObject({ applied: true, total: 20, counts: { create: 20, error: 0 } })
    const again = await run('all', DOCUMENT)
    expect(again).toMatchObject({ applied: true, counts: { same: 20, update: 0, create: 0, error: 0 }, rows: [] })

    const { rows: audit } = await api.database.pool.query(
      `select entity, entity_id from audit where operation = 'POST /dci/v3/import' and entity = 'server' order by id`,
    )
    expect(audit.length).toBeGreaterThanOrEqual(4)
    expect(await count(`change where entity = 'server' and event = 'create'`)).toBe(4)
    // Both devices are asked at once.
    expect(await count(`task where name in ('switch_poll', 'pdu_poll')`)).toBe(2)
    expect((await api.database.pool.query('select audit_broken() as id')).rows[0].id).toBe(null)
  })

  it('keeps its secrets to itself', async () => {
    const answers = [await run('all', DOCUMENT, { dry_run: true }), await run('all', DOCUMENT)]
    const { body: file } = await api.admin.get('/dci/v3/location/1/export')
    const { rows } = await api.database.pool.query(
      `select (select json_agg(a) from audit a)::text || (select json_agg(c) from change c)::text
           || (select json_agg(t) from task t)::text || (select json_agg(s) from net_switch s)::text
           || (select json_agg(l) from location l)::text || (select json_agg(i) from idempotency i)::text as all`,
    )
    for (const text of [JSON.stringify(answers), JSON.stringify(file), rows[0].all ?? ''])
      expect(text).not.toMatch(/hidden-word|pass-of-oslo/)
    // They are there all the same: another one is a change.
    const other = await run('all', DOCUMENT.replace('hidden-word-1', 'hidden-word-3'))
    expect(other.rows).toMatchObject([
      { name: 'sw-1', outcome: 'update', changes: [{ field: 'snmp_params.community', from: '', to: '' }] },
    ])
  })

  it('comes out as it went in', async () => {
    await run('all', DOCUMENT)
    await ports()
    await run('switch_connection', 'switch;port;server;do_not_collect_traffic\nsw-1;ge-0/0/1;web-1;yes\nsw-1;2;left;\n')
    await run('pdu_connection', 'pdu,outlet,server\npdu-1,1,web-1\npdu-1,2,web-1\n')
    const before = await api.admin.get('/dci/v3/location/1/export')
    expect(before.body.name).toBe('Oslo.yaml')
    await api.database.pool.query(`truncate ${TABLES} restart identity cascade`)
    const [cables, rest] = cut(before.body.text)
    await run('all', `${rest}`)
    await ports()
    expect(await run('all', cables)).toMatchObject({ applied: true, counts: { create: 4 } })
    const after = await api.admin.get('/dci/v3/location/1/export')
    expect(after.body.text).toBe(before.body.text)
  })
})

/** The cables of a document, and the rest of it: ports are there only after devices were asked. */
function cut(text: string): [string, string] {
  const at = text.indexOf('switch_connection:')
  return [text.slice(at), text.slice(0, at)]
}

describe('the CSV files of the tables', () => {
  it('can be imported again', async () => {
    await run('all', DOCUMENT)
    await ports()
    await run('switch_connection', 'switch;port;server\nsw-1;ge-0/0/1;web-1\n')
    await run('pdu_connection', 'pdu,outlet,server\npdu-1,1,web-1\n')
    const lists = {
      location: 'dci/location',
      cpu_socket: 'dci/cpu_socket',
      platform: 'dci/platform',
      rack: 'dci/rack',
      chassis: 'dci/chassis',
      vlan: 'dci/vlan',
      switch: 'dci/switch',
      pdu: 'dci/pdu',
      server: 'dci/server',
      ippool: 'vm/ippool',
      ipnet: 'dci/ipmgr/ipnet',
      range: 'vm/range',
      ip: 'dci/ip',
      switch_connection: 'dci/switch_connection',
      pdu_connection: 'dci/pdu_connection',
    }
    const files = new Map<string, string>()
    for (const [kind, list] of Object.entries(lists)) {
      const { status, body } = await api.admin.get(`/api/export/${list}.csv`)
      expect({ kind, status }).toEqual({ kind, status: 200 })
      files.set(kind, body)
      const same = await run(kind, body)
      expect({ kind, ...same }).toMatchObject({ kind, counts: { create: 0, update: 0, error: 0 } })
    }
    expect(files.get('rack')).toContain("'=1+1")
    await api.database.pool.query(`truncate ${TABLES} restart identity cascade`)
    for (const [kind, text] of files) {
      if (kind === 'switch_connection') await ports()
      const made = await run(kind, text)
      expect({ kind, ...made }).toMatchObject({ kind, applied: true, counts: { error: 0 } })
    }
    const { rows } = await api.database.pool.query(`select note from rack where name = '007'`)
    expect(rows).toEqual([{ note: '=1+1' }])
    for (const [kind, list] of Object.entries(lists)) {
      const { body } = await api.admin.get(`/api/export/${list}.csv`)
      // Versions, times and states of what was made anew are its own.
      const plain = (text: string) => text.replaceAll(/,\d+\r\n/g, '\r\n').replaceAll(/process_status|in_progress/g, '')
      if (!['platform', 'rack', 'server'].includes(kind)) expect(plain(body)).toBe(plain(files.get(kind)!))
    }
    const macs = await api.database.pool.query('select mac from server_mac order by mac')
    expect(macs.rows).toHaveLength(2)
  })
})

describe('rows', () => {
  const LOCATION = 'name;ssh_address;ssh_port;ssh_user\nOslo;192.0.2.1;22;root\n'

  it('are refused one by one, each with its line, column and words', async () => {
    await run('location', LOCATION)
    const text = `\ufeffname;location;size;note\r\nA;Oslo;42;"two\r\nlines"\r\nB;Nowhere;42;\r\n;Oslo;1;\r\nC;Oslo;big;\r\nA;Oslo;1;\r\nD;Oslo;100;\r\n\r\nE;Oslo;;\r\n`
    const stopped = await run('rack', text)
    expect(stopped).toMatchObject({ applied: false, total: 7, counts: { create: 1, error: 6 } })
    const fault = (line: number, field: string, words: unknown) =>
      expect.objectContaining({ line, errors: [{ field, words }] })
    expect(stopped.rows).toEqual(
      expect.arrayContaining([
        fault(4, 'location.name', 'Location Nowhere does not exist'),
        fault(5, 'name', expect.stringContaining('tells which record')),
        fault(6, 'size', 'A whole number'),
        fault(7, 'location.name', 'Line 2 is about the same record'),
        fault(8, 'size', expect.stringContaining('99')),
        fault(10, 'size', expect.stringContaining('new record')),
      ]),
    )
    expect(await count('rack')).toBe(0)
    const kept = await run('rack', text, { on_error: 'skip' })
    expect(kept).toMatchObject({ applied: true, counts: { create: 1, error: 6 } })
    expect(await count('rack')).toBe(1)
    // What a faulty row began is gone with it: neither changes nor audit speak of it.
    expect(await count(`change where entity = 'rack' and event = 'create'`)).toBeGreaterThan(0)
    expect(await count('audit where entity = $$rack$$ and entity_id is null')).toBe(0)
  })

  it('change what is there, or leave it alone', async () => {
    await run('location', LOCATION)
    await run('rack', 'name,location,size\nA,Oslo,42\n')
    const text = 'name,location,size,note\nA,Oslo,42,new\nB,Oslo,42,\n'
    expect(await run('rack', text, { existing: 'skip' })).toMatchObject({ counts: { skip: 1, create: 1 } })
    expect(await run('rack', text)).toMatchObject({
      counts: { update: 1, same: 1 },
      rows: [{ changes: [{ field: 'note', from: '', to: 'new' }] }],
    })
    const smaller = await run('rack', 'name,location,size\nA,Oslo,41\n')
    expect(smaller.rows[0].errors).toEqual([{ field: 'size', words: 'It is 42 and cannot be changed afterwards' }])
  })

  it('of blades move them, wait for each other, and never pretend', async () => {
    await run('all', DOCUMENT)
    const blade = 'blade-2,Blade,Oslo,bl,5\n'
    expect(await run('server', `name,platform,location,chassis,slot\n${blade}`)).toMatchObject({
      counts: { create: 1 },
    })
    // The first goes where the second stands, which goes on by two.
    const shift = await run('server', 'name,slot\nblade-1,5\nblade-2,7\n')
    expect(shift).toMatchObject({ applied: true, counts: { update: 2, error: 0 } })
    expect(shift.rows[0]).toMatchObject({ name: 'blade-1', changes: [{ field: 'slot', from: '3', to: '5' }] })
    const { rows } = await api.database.pool.query(
      `select name, slot from server where name like 'blade-%' order by name`,
    )
    expect(rows).toEqual([
      { name: 'blade-1', slot: 5 },
      { name: 'blade-2', slot: 7 },
    ])
    const refused = async (text: string) => (await run('server', text)).rows[0].errors
    // The chassis stands in another rack; a location alone is no place.
    expect(await refused('name,location,rack,chassis,slot\nblade-1,Oslo,007,bl,9\n')).toEqual([
      { field: 'chassis.name', words: 'Chassis bl of rack 007 does not exist' },
    ])
    await run('location', 'name,ssh_address,ssh_port,ssh_user\nBergen,192.0.2.2,22,root\n')
    expect(await refused('name,location\nblade-1,Bergen\n')).toEqual([
      { field: 'chassis.name', words: 'Say the chassis and slot in Bergen as well' },
    ])
    expect(await refused('name,location\nweb-1,Bergen\n')).toEqual([
      { field: 'rack.name', words: 'Say the rack and unit in Bergen as well' },
    ])
  })

  it('of devices that are in each other\u2019s way say who is there', async () => {
    await run('all', DOCUMENT)
    const { rows } = await run('server', 'name,platform,location,rack,unit\nlate,Rack 1U,Oslo,007,10\n')
    expect(rows[0].errors).toEqual([{ field: 'unit', words: 'No room in rack 007: unit 10 is taken by server web-1' }])
  })
})

describe('many new rows', () => {
  const lines = (head: string, rows: string[]) => `${head}\n${rows.join('\n')}\n`
  const servers = (change: Record<number, string> = {}) =>
    lines(
      'name,platform,location,rack,unit,mac,is_protected,maintenance,owner',
      Array.from({ length: 90 }, (_, n) => {
        const mac = `52:54:00:00:01:${(n + 16).toString(16)}`
        return change[n] ?? `s${n},Rack 1U,Oslo,high,${n + 1},${mac},${n % 2},${n % 3 ? 'no' : 'yes'},ann@example.com`
      }),
    )

  it('are made together, but for those at fault', async () => {
    await run('all', DOCUMENT)
    await run('rack', 'name,location,size\nhigh,Oslo,99\n')
    const faulty = servers({
      5: 'late,Rack 1U,Oslo,high,5,,,,',
      30: 'double,Rack 1U,Oslo,high,31,52:54:00:00:00:02,,,',
      31: 'strange,No such,Oslo,high,32,,,,',
    })
    const refused = await run('server', faulty)
    expect(refused).toMatchObject({ applied: false, counts: { create: 87, error: 3 } })
    expect(refused.rows.slice(0, 3)).toMatchObject([
      { line: 7, errors: [{ field: 'unit', words: 'No room in rack high: unit 5 is taken by server s4' }] },
      { line: 32, errors: [{ field: 'mac', words: expect.stringContaining('belongs to server 1') }] },
      { line: 33, errors: [{ field: 'platform.name', words: 'Platform No such does not exist' }] },
    ])
    expect(await count('server')).toBe(4)
    const audited = `audit where entity = 'server' and operation = 'POST /dci/v3/import'`
    const before = await count(audited)
    expect(await run('server', faulty, { on_error: 'skip' })).toMatchObject({ applied: true, counts: { create: 87 } })
    expect(await count(audited)).toBe(before + 87)
    const owned = { owner_id: expect.any(Number), is_protected: true, maintenance: true, unit: 70, version: 1 }
    expect(await api.database.prisma.server.findFirst({ where: { name: 's69' } })).toMatchObject(owned)
    // The same rules as one by one: what is there now is found unchanged.
    const again = await run('server', servers(), { on_error: 'skip' })
    expect(again).toMatchObject({ counts: { same: 87, create: 3, error: 0 } })
  })

  it('of addresses are given as single ones are', async () => {
    await run('all', DOCUMENT)
    await run('rack', 'name,location,size\nhigh,Oslo,99\n')
    await run('server', servers())
    const before = await count(`task where name = 'server_ip_add'`)
    const rows = Array.from({ length: 60 }, (_, n) => `198.51.100.${n + 20},s${n >> 1},d${n}.example.com`)
    rows[40] = '198.51.100.1,s20,gateway.example.com'
    const made = await run('ip', lines('name,server,domain', rows), { on_error: 'skip' })
    expect(made).toMatchObject({ counts: { create: 59, error: 1 } })
    expect(made.rows[0]).toMatchObject({ line: 42, errors: [{ words: expect.stringContaining('is the gateway') }] })
    expect((await count(`task where name = 'server_ip_add'`)) - before).toBe(59)
    expect(await count(`task_lock where key like 'server:%'`)).toBe(await count(`task_lock where key like 'ip:%'`))
    const { rows: mains } = await api.database.pool.query(
      `select host(i.ip_addr) as main, i.account_id = s.owner_id as owned from server s join ip i on i.id = s.main_ip_id
        where s.name in ('s3', 's20') order by s.name`,
    )
    expect(mains).toEqual([
      { main: '198.51.100.61', owned: true },
      { main: '198.51.100.26', owned: true },
    ])
  })

  it('are not brought in while others are', async () => {
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(7270, 9)')
      const { status, body } = await send({ format: 'csv', kind: 'rack', text: 'name\nA\n' })
      expect(status).toBe(409)
      expect(JSON.stringify(body)).toContain('Another import is running')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('a file', () => {
  it('over its bounds is refused, and up to them read', async () => {
    const wide = (mib: number) => ({ format: 'csv', kind: 'rack', text: `name\n"${'a'.repeat(mib * 1024 * 1024)}"\n` })
    expect((await send(wide(6))).status).toBe(400)
    expect((await send(wide(13))).status).toBe(413)
    expect((await send(wide(4))).status).toBe(200)
  })
})
