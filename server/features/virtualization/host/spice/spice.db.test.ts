import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../../../e2e/support/api.ts'
import { type Consoles, startConsoles } from '../../../../console/start.ts'
import { SpiceProgram } from '../../../../protocols/spice/testing.ts'
import { dummyNode } from '../../../../simulation/hypervisor/node.ts'
import { checkHostConsole, openHostConsole } from '../console.ts'
import { at, create, free, historyOf, startCluster, t } from '../queue-fixture.ts'
import { openHostSpice } from './open.ts'

// SPICE from the switch to the channel: a program that connects through the panel to a simulated VM.

let consoles: Consoles
let server: Server
let port = 0
const open: Duplex[] = []
const MAIN = 1
const DISPLAY = 2

beforeAll(async () => {
  await startCluster()
  consoles = startConsoles({
    open: openHostConsole,
    recheck: async (grant) => void (await checkHostConsole(grant)),
    openSpice: openHostSpice,
    publicUrl: undefined,
  })
  server = createServer()
  server.on('connect', consoles.handleConnect)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  consoles?.stop()
  server?.close()
  await t?.close()
})
afterEach(() => {
  for (const one of open.splice(0)) one.destroy()
})

const edit = (id: number, body: object, who = t.ann) => who.post(at(id), body)
/** A VM of ann's that runs with SPICE. */
async function withSpice(more: object = {}) {
  const { id } = await t.done(await t.create({ name: `spice-${Math.random()}`, spice_enabled: true, ...more }))
  return id
}
async function fileOf(id: number, token = t.ann.token) {
  const answer = await t.request('POST', `${at(id)}/spice_file`, { token, body: { panel: `http://127.0.0.1:${port}` } })
  expect(answer.status).toBe(200)
  const lines = (answer.body.content as string).split('\n').filter((line) => line.includes('='))
  const file = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  return { file: file as Record<string, string>, answer }
}

/** One connection, as GLib makes it from the address of a proxy. */
async function connect(file: Record<string, string>, target = `${file.host}:${file.port}`) {
  const proxy = new URL(file.proxy as string)
  const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')
  const asked = request({
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: target,
    headers: { ...(proxy.username && { 'proxy-authorization': `Basic ${credentials}` }) },
  })
  asked.end()
  const [answer, socket] = (await once(asked, 'connect')) as [{ statusCode: number }, Duplex]
  open.push(socket)
  return { status: answer.statusCode, program: new SpiceProgram(socket) }
}
/** A session with its first channel open. */
async function session(id: number, token = t.ann.token) {
  const { file } = await fileOf(id, token)
  const main = await connect(file)
  expect(main.status).toBe(200)
  expect(await main.program.link(MAIN, 0)).toBe(0)
  return { file, main: main.program }
}
const closed = async (program: SpiceProgram) => {
  program.stream.resume()
  if (!program.stream.destroyed) await once(program.stream, 'close')
}
/** What the node of a VM knows of it. */
async function onNode(id: number) {
  const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const node = await t.database.prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  return (await dummyNode(node.ip).store.read()).domains[row.internal_name]
}

describe('the switch', () => {
  it('comes with a creation, its password sealed and nowhere else', async () => {
    const id = await withSpice({ spice_additional_enabled: true })
    expect(await t.host(id)).toMatchObject({ spice_enabled: true, spice_additional_enabled: true })
    const row = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
    const { spice } = (await onNode(id))!.spec
    expect(spice).toMatchObject({ extras: true, password: expect.stringMatching(/^[\w-]{32}$/) })
    expect(row.spice_password).not.toContain(spice!.password)
    const { body } = await t.ann.get(`${at(id)}/spice_settings`)
    expect(body).toEqual({ port: expect.any(Number), server: '127.0.0.1', password: spice!.password })
    expect(body.port).toBeGreaterThan(0)
    expect(JSON.stringify(await t.host(id))).not.toContain(spice!.password)
  })

  it('waits for the next start of a VM that runs', async () => {
    const id = await create()
    await t.done(await edit(id, { spice_enabled: true }))
    expect(await t.host(id)).toMatchObject({ spice_enabled: true, waits_for_start: ['spice_enabled'] })
    const { file } = await fileOf(id)
    expect((await connect(file)).status).toBe(502)
    await t.done(await t.ann.post(`${at(id)}/restart`, {}))
    expect(await free(id)).toMatchObject({ waits_for_start: [] })
    await session(id)
    expect(await historyOf(id)).toContain('host_change_spice complete')
  })

  it('goes back where it was before the next start', async () => {
    const id = await create()
    await t.done(await edit(id, { spice_enabled: true }))
    await t.done(await edit(id, { spice_enabled: false }))
    expect(await t.host(id)).toMatchObject({ spice_enabled: false, waits_for_start: [] })
  })

  it('changes nothing when it stands so already', async () => {
    const id = await withSpice()
    expect((await edit(id, { spice_enabled: true, comment: 'x' })).body).toEqual({ id })
  })

  it('is refused in words where the cluster or the nodes have none', async () => {
    const id = await create()
    const { pool } = t.database
    await pool.query('update cluster set spice_enabled = false')
    try {
      const words = { error: { msg: expect.stringMatching(/switched off in the cluster/), value: 'spice_enabled' } }
      expect(await edit(id, { spice_enabled: true })).toMatchObject({ status: 400, body: words })
      expect(await t.create({ name: 'none', spice_enabled: true })).toMatchObject({ status: 400, body: words })
    } finally {
      await pool.query('update cluster set spice_enabled = true')
    }
    await pool.query("update node set capabilities = array_remove(capabilities, 'spice')")
    try {
      const words = { error: { msg: expect.stringMatching(/no SPICE/), value: 'spice_enabled' } }
      expect(await edit(id, { spice_enabled: true })).toMatchObject({ status: 400, body: words })
    } finally {
      await pool.query("update node set capabilities = array_append(capabilities, 'spice')")
    }
    expect(await t.host(id)).toMatchObject({ spice_enabled: false, queue: [] })
  })

  it('is passed on to clones, with a password of their own', async () => {
    const id = await withSpice()
    const clone = await t.done(await t.ann.post(`${at(id)}/clone`, {}))
    const [one, other] = [await onNode(id), await onNode(clone.id)]
    expect(other?.spec.spice?.password).toMatch(/^[\w-]{32}$/)
    expect(other?.spec.spice?.password).not.toBe(one?.spec.spice?.password)
  })
})

describe('the password', () => {
  it('is changed at once, and the next session knows it', async () => {
    const id = await withSpice()
    await t.done(await t.ann.post(`${at(id)}/spice_settings`, { password: 'another-password' }))
    expect((await t.ann.get(`${at(id)}/spice_settings`)).body.password).toBe('another-password')
    expect((await onNode(id))?.spec.spice?.password).toBe('another-password')
    await session(id)
    const { rows } = await t.database.pool.query(
      'select to_jsonb(x)::text as row from task x union all select to_jsonb(a)::text from audit a',
    )
    expect(rows.filter(({ row }) => row.includes('another-password'))).toEqual([])
  })

  it('is refused where SPICE could not take it, or is off', async () => {
    const [on, off] = [await withSpice(), await create()]
    const change = (id: number, password: string) => t.ann.post(`${at(id)}/spice_settings`, { password })
    for (const password of ['short', 'x'.repeat(61), 'with a space', 'x'.repeat(256)])
      expect(await change(on, password)).toMatchObject({ status: 400, body: { error: { value: 'password' } } })
    expect(await change(off, 'long-enough')).toMatchObject({ status: 409, body: { error: { value: 'spice_enabled' } } })
  })
})

describe('the file', () => {
  it('leads through the panel, with a ticket and without a password of the VM', async () => {
    const id = await withSpice()
    const { file, answer } = await fileOf(id)
    const { name } = await t.host(id)
    expect(answer.body.name).toBe(`${name}.vv`)
    expect(answer.body.content).toMatch(/^\[virt-viewer\]\n/)
    expect(file).toEqual({
      ...{ type: 'spice', host: `vm-${id}`, port: '5900', title: name, 'delete-this-file': '1' },
      proxy: expect.stringMatching(new RegExp(`^http://ticket:[\\w-]{43}@127.0.0.1:${port}$`)),
    })
    expect(answer.body.content).not.toContain((await onNode(id))!.spec.spice!.password)
  })

  it('is refused while the VM is off, has no SPICE, or is recorded', async () => {
    const id = await withSpice()
    const ask = (of = id, body: object = { panel: 'https://panel.example' }) => t.ann.post(`${at(of)}/spice_file`, body)
    expect(await ask(await create())).toMatchObject({ status: 409, body: { error: { value: 'spice_enabled' } } })
    expect(await ask(id, {})).toMatchObject({ status: 400, body: { error: { value: 'panel' } } })
    await t.database.prisma.host.update({ where: { id }, data: { record_console: true } })
    expect(await ask()).toMatchObject({ status: 400, body: { error: { msg: expect.stringMatching(/recorded/) } } })
    await t.database.prisma.host.update({ where: { id }, data: { record_console: null } })
    await t.done(await t.ann.post(`${at(id)}/stop`, { force: true }))
    expect(await ask()).toMatchObject({ status: 409, body: { error: { msg: expect.stringMatching(/not running/) } } })
  })

  it('is not made for the VMs of others', async () => {
    const id = await withSpice()
    expect(await t.bob.post(`${at(id)}/spice_file`, { panel: 'https://panel.example' })).toMatchObject({ status: 404 })
    expect(await t.bob.get(`${at(id)}/spice_settings`)).toMatchObject({ status: 404 })
  })
})

describe('a session', () => {
  it('carries several channels to one VM, by one ticket', async () => {
    const id = await withSpice()
    const { file, main } = await session(id)
    const display = await connect(file)
    expect(display.status).toBe(200)
    expect(await display.program.link(DISPLAY, 1)).toBe(0)
    for (const { stream } of [main, display.program]) stream.write('there')
    expect(String(await main.read(5))).toBe('there')
    expect(String(await display.program.read(5))).toBe('there')
    const viewers = (await t.ann.get(`${at(id)}/console`)).body.list
    expect(viewers).toMatchObject([{ kind: 'spice', self: true }])
  })

  it('begins with the main channel, and has one', async () => {
    const { file } = await fileOf(await withSpice())
    const early = await connect(file)
    early.program.link(DISPLAY, 1).catch(() => {})
    await closed(early.program)
    const { file: other, main } = await session(await withSpice())
    const second = await connect(other)
    second.program.link(MAIN, 0).catch(() => {})
    await closed(second.program)
    main.stream.write('still')
    expect(String(await main.read(5))).toBe('still')
  })

  it('ends with its main channel, and so does the ticket', async () => {
    const { file, main } = await session(await withSpice())
    const { program } = await connect(file)
    expect(await program.link(DISPLAY, 1)).toBe(0)
    main.stream.destroy()
    await closed(program)
    await expect.poll(async () => (await connect(file)).status).toBe(403)
  })

  it('has a bound of connections', async () => {
    const { file } = await session(await withSpice())
    await t.database.pool.query('update spice_session set opened = 31')
    expect((await connect(file)).status).toBe(200)
    expect((await connect(file)).status).toBe(403)
  })

  it('is joined in another process only while this one says that it lives', async () => {
    const { file } = await session(await withSpice())
    await t.database.pool.query("update spice_session set beat_at = now() - interval '31 seconds'")
    expect((await connect(file)).status).toBe(403)
  })

  it('is opened by nothing but a ticket that is fresh, for the VM it names', async () => {
    const { file } = await fileOf(await withSpice())
    const without = { ...file, proxy: `http://127.0.0.1:${port}` }
    expect((await connect(without)).status).toBe(407)
    const made = { ...file, proxy: `http://ticket:${'x'.repeat(43)}@127.0.0.1:${port}` }
    expect((await connect(made)).status).toBe(403)
    expect((await connect(file, 'vm-999999:5900')).status).toBe(404)
    expect((await connect(file, '127.0.0.1:22')).status).toBe(404)
    await t.database.pool.query("update console_ticket set expires_at = expires_at - interval '120 seconds'")
    expect((await connect(file)).status).toBe(403)
  })

  it('ends with the sign-in it was asked for with', async () => {
    const credentials = { email: t.ann.email, password: PASSWORD }
    const { body } = await t.request('POST', '/auth/v4/public/token', { body: credentials })
    const { main } = await session(await withSpice(), body.token)
    const { rows } = await t.database.pool.query(
      'select session_id as id from spice_session order by beat_at desc limit 1',
    )
    const ended = closed(main)
    await t.request('DELETE', `/auth/v4/token/${rows[0].id}`, { token: body.token })
    await ended
  })

  it('ends when the VM has another owner, is deleted, or SPICE is taken from it', async () => {
    const given = await withSpice()
    const first = closed((await session(given)).main)
    await t.done(await t.admin.post(`${at(given)}/account`, { account: t.bob.id }))
    await first
    const taken = await withSpice()
    const { main } = await session(taken)
    const second = closed(main)
    await t.done(await edit(taken, { spice_enabled: false }))
    await consoles.recheck()
    await second
    const gone = await withSpice()
    const third = closed((await session(gone)).main)
    await t.ann.delete(at(gone))
    await third
  })
})
