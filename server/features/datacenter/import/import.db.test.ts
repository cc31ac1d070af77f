import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { advisoryLocks } from '../../../db/advisory.ts'
import { api, count, DOCUMENT, empty, run, send, startImport } from './import-fixture.ts'

beforeAll(startImport)
afterAll(() => api.close())
beforeEach(empty)

describe('rows', () => {
  const LOCATION = 'name;ssh_address;ssh_port;ssh_user\nOslo;192.0.2.1;22;root\n'

  it('are refused one by one, each with its line, column and words', async () => {
    await run('location', LOCATION)
    const text = `\ufeffname;location;size;note\r\nA;Oslo;42;"two\r\nlines"\r\nB;Nowhere;42;\r\n;Oslo;1;\r\nC;Oslo;big;\r\nA;Oslo;1;\r\nD;Oslo;100;\r\n\r\nE;Oslo;;\r\n`
    const stopped = await run('rack', text)
    expect(stopped).toMatchObject({ applied: false, total: 7, counts: { create: 1, error: 6 } })
    const fault = (line: number, field: string, words: unknown) =>
      expect.objectContaining({ line, errors: [expect.objectContaining({ field, words })] })
    expect(stopped.rows).toEqual(
      expect.arrayContaining([
        fault(4, 'location.name', 'Location Nowhere does not exist'),
        fault(5, 'name', expect.stringContaining('identifies the record')),
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
    // What a faulty row began is gone with it: neither changes nor audit contain it.
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
    expect(smaller.rows[0].errors).toMatchObject([
      { field: 'size', words: 'It is 42 and cannot be changed after creation' },
    ])
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
    expect(await refused('name,location,rack,chassis,slot\nblade-1,Oslo,007,bl,9\n')).toMatchObject([
      { field: 'chassis.name', words: 'Chassis bl of rack 007 does not exist' },
    ])
    await run('location', 'name,ssh_address,ssh_port,ssh_user\nBergen,192.0.2.2,22,root\n')
    expect(await refused('name,location\nblade-1,Bergen\n')).toMatchObject([
      { field: 'chassis.name', words: 'Give the chassis and slot in Bergen as well' },
    ])
    expect(await refused('name,location\nweb-1,Bergen\n')).toMatchObject([
      { field: 'rack.name', words: 'Give the rack and unit in Bergen as well' },
    ])
  })

  it('of devices that are in each other\u2019s way say who is there', async () => {
    await run('all', DOCUMENT)
    const { rows } = await run('server', 'name,platform,location,rack,unit\nlate,Rack 1U,Oslo,007,10\n')
    expect(rows[0].errors).toMatchObject([
      { field: 'unit', words: 'No room in rack 007: unit 10 is taken by server web-1' },
    ])
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

  it('of a caller who has gone are neither read nor tried any further', async () => {
    const text = lines(
      'name,location,size',
      Array.from({ length: 60_000 }, (_, n) => `R${n},Oslo,42`),
    )
    const caller = new AbortController()
    const threads = vi.spyOn(Worker.prototype, 'terminate')
    const headers = { 'x-xsrf-token': api.admin.token }
    const url = 'http://panel.test/dci/v3/import?format=csv&kind=rack'
    const answer = api.handle(new Request(url, { method: 'POST', body: text, headers, signal: caller.signal }))
    // The thread has begun to send rows.
    const heard = vi.spyOn(Worker.prototype, 'postMessage')
    await vi.waitUntil(() => heard.mock.calls.length > 1, { timeout: 30_000, interval: 1 })
    const ended = threads.mock.calls.length
    const before = heard.mock.calls.length
    caller.abort()
    expect((await answer).status).toBe(503)
    expect(threads.mock.calls.length).toBe(ended + 1)
    expect(heard.mock.calls.length - before).toBeLessThan(60_000 / 250 - before)
    vi.restoreAllMocks()
  })

  it('are not brought in while others are', async () => {
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1, $2)', [...advisoryLocks.import])
      const { status, body } = await send({ format: 'csv', kind: 'rack' }, 'name\nA\n')
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
    const long = (mib: number) =>
      send({ format: 'csv', kind: 'rack' }, `name,note\n${`A,${'a'.repeat(1020)}\n`.repeat(mib * 1024)}`)
    expect((await long(17)).status).toBe(413)
    expect((await long(8)).status).toBe(200)
  })
})
