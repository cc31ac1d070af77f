import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api, count, DOCUMENT, empty, ports, run, startImport } from './import-fixture.ts'

beforeAll(startImport)
afterAll(() => api.close())
beforeEach(empty)

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
    await empty()
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

/** The columns of an object's health, at the end of its row. */
const HEALTH = /,(ok|unknown|warning|fault),\d+,[^\r\n]*$/gm

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
    await empty()
    for (const [kind, text] of files) {
      if (kind === 'switch_connection') await ports()
      const made = await run(kind, text)
      expect({ kind, ...made }).toMatchObject({ kind, applied: true, counts: { error: 0 } })
    }
    const { rows } = await api.database.pool.query(`select note from rack where name = '007'`)
    expect(rows).toEqual([{ note: '=1+1' }])
    for (const [kind, list] of Object.entries(lists)) {
      const { body } = await api.admin.get(`/api/export/${list}.csv`)
      // Versions, times, states and health of what was made anew are its own.
      const plain = (text: string) =>
        text
          .replaceAll(HEALTH, '')
          .replaceAll(/,\d+\r\n/g, '\r\n')
          .replaceAll(/process_status|in_progress/g, '')
      if (!['platform', 'rack', 'server'].includes(kind)) expect(plain(body)).toBe(plain(files.get(kind)!))
    }
    const macs = await api.database.pool.query('select mac from server_mac order by mac')
    expect(macs.rows).toHaveLength(2)
  })
})
