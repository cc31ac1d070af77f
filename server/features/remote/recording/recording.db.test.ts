import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ConsoleGateway } from '../../../console/gateway.ts'
import { isRecordingFile } from '../../../console/recording/folder.ts'
import { closeCutRecordings, endRecordings, forgetOldRecordings } from '../../../console/recording/store.ts'
import { stopConsoleLines } from '../../../console/serial/here.ts'
import { startConsoles } from '../../../console/start.ts'
import { TalkingPage } from '../../../console/testing.ts'
import { db } from '../../../db/pool.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { openHostSpice } from '../../virtualization/host/spice/open.ts'
import { checkConsole, openConsole } from '../console/open.ts'
import { ipmiPollTask } from '../ipmi/poll.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { recordConsole } from './keep.ts'

// Recordings of a server's console, from the ticket to the end of their time.

let lab: Awaited<ReturnType<typeof remoteFixture>>
let gateway: ConsoleGateway
let http: Server
let origin = ''
let server = 0
const data = mkdtempSync(join(tmpdir(), 'datahall-recordings-'))
const folder = join(data, 'recordings')

beforeAll(async () => {
  lab = await remoteFixture([ipmiPollTask])
  setPanelSettings({ ...panelSettings(), dataDirectory: data })
  server = (await lab.addControlled('recorded', { on: true })).server
  await lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.ann.id }))
  gateway = startConsoles({
    open: openConsole,
    recheck: checkConsole,
    record: recordConsole,
    openSpice: openHostSpice,
    publicUrl: undefined,
  })
  http = createServer()
  http.on('upgrade', (req, socket, head) => gateway.handleUpgrade(req, socket, head) || socket.destroy())
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterAll(async () => {
  gateway?.stop()
  await stopConsoleLines()
  await endRecordings()
  http?.close()
  await lab?.close()
  rmSync(data, { recursive: true, force: true })
})
beforeEach(async () => {
  await set({ roles: ['@advanced_user'], days: 90, max_mib: 256, min_free_mib: 64, when_failing: 'end' })
})

const set = async (settings: object) =>
  expect(await lab.api.admin.post('/dci/v3/setting/recording', settings)).toMatchObject({ status: 200 })
const rule = (record: boolean | null) =>
  lab.api.admin.post('/dci/v3/setting/recording/rule', { object: 'server', object_id: server, record })
const ticket = async (who = lab.api.ann) => (await who.post(`/dci/v3/server/${server}/console`, {})).body

/** A session on the console; answers what its viewer saw, and the recording of it. */
async function session(type = 'root\r') {
  const given = await ticket()
  expect(given.recorded).toBe(true)
  const page = new TalkingPage(`${origin.replace('http', 'ws')}/console/ws`, given.ticket, origin)
  await page.status({ state: 'open', keyboard: 'yours' })
  page.type(type)
  await page.hears('Password: ')
  const [running] = (await lab.api.admin.get('/dci/v3/recording?where=state EQ running')).body.list
  expect(running).toMatchObject({ object: 'server', object_id: server, kind: 'sol', account_email: 'ann@example.com' })
  page.ws.close()
  await page.closed
  await expect.poll(async () => (await recording(running.id)).body.state).not.toBe('running')
  return { id: running.id as number, text: page.text() }
}
const recording = (id: number) => lab.api.admin.get(`/dci/v3/recording/${id}`)
async function seen(id: number) {
  const { body } = await lab.api.admin.post(`/dci/v3/recording/${id}/view`, {})
  const part = await lab.api.admin.post(`/dci/v3/recording/${id}/part`, { pass: body.pass })
  expect(part.status, JSON.stringify(part.body)).toBe(200)
  const frames = Buffer.from(part.body.frames, 'base64')
  let text = ''
  for (let at = 0; at < frames.length; at += 8 + frames.readUInt32BE(at + 4))
    text += frames.subarray(at + 8, at + 8 + frames.readUInt32BE(at + 4)).toString()
  return { text, whole: part.body.whole as boolean }
}
const files = async () => (await readdir(folder)).filter(isRecordingFile)
const fileOf = async (id: number) =>
  join(folder, (await db().prisma.recording.findUniqueOrThrow({ where: { id } })).file)

it('records viewers named by a role or a rule, and informs them', async () => {
  expect((await ticket()).recorded).toBe(true)
  expect((await ticket(lab.api.admin)).recorded).toBe(false)
  await rule(true)
  expect((await ticket(lab.api.admin)).recorded).toBe(true)
  const { body } = await lab.api.admin.get('/dci/v3/setting/recording')
  expect(body).toMatchObject({
    roles: ['@advanced_user'],
    days: 90,
    rules: [{ object: 'server', id: server, record: true }],
  })
  await rule(false)
  expect((await ticket()).recorded).toBe(false)
  await rule(null)
  expect((await lab.api.ann.get('/dci/v3/recording')).status).toBe(403)
})

it('keeps the settings that a change does not name', async () => {
  await set({ days: 30 })
  const kept = { roles: ['@advanced_user'], days: 30, max_mib: 256, min_free_mib: 64, when_failing: 'end' }
  expect((await lab.api.admin.get('/dci/v3/setting/recording')).body).toMatchObject(kept)
  expect((await ticket()).recorded).toBe(true)
})

it('plays what was shown; opening it, and deleting it, stand in the audit', async () => {
  const { id, text } = await session()
  expect(await recording(id)).toMatchObject({ body: { state: 'complete', fault: '', object_name: 'recorded' } })
  expect(await seen(id)).toEqual({ text, whole: true })
  expect((await readFile(await fileOf(id))).includes('Password')).toBe(false)
  const unopened = await lab.api.admin.post(`/dci/v3/recording/${id}/part`, { pass: '9999999999999.x' })
  expect(unopened.body.error?.msg ?? JSON.stringify(unopened.body)).toMatch(/Open the recording first/)
  const file = await fileOf(id)
  expect((await lab.api.admin.delete(`/dci/v3/recording/${id}`)).status).toBe(200)
  await expect(stat(file)).rejects.toThrow(/ENOENT/)
  const { rows } = await db().pool.query(
    "select operation, account_id from audit where entity = 'recording' and entity_id = $1 order by id",
    [id],
  )
  expect(rows).toEqual([
    { operation: 'POST /dci/v3/recording/{recording_id}/view', account_id: lab.api.admin.id },
    { operation: 'DELETE /dci/v3/recording/{recording_id}', account_id: lab.api.admin.id },
  ])
})

it('says that a recording was changed since', async () => {
  const { id } = await session()
  const file = await fileOf(id)
  const bytes = await readFile(file)
  bytes.writeUInt8((bytes[30] as number) ^ 1, 30)
  await writeFile(file, bytes)
  const { body } = await lab.api.admin.post(`/dci/v3/recording/${id}/view`, {})
  const part = await lab.api.admin.post(`/dci/v3/recording/${id}/part`, { pass: body.pass })
  expect(JSON.stringify(part.body)).toMatch(/recording file was changed/)
})

it('closes what a dead process left open, and it plays up to there', async () => {
  const { id, text } = await session()
  const file = await fileOf(id)
  await truncate(file, (await stat(file)).size - 40) // the mark of the end, and a part of the tag before it
  await db().pool.query("update recording set state = 'running', ended_at = null where id = $1", [id])
  expect(await closeCutRecordings(false)).toBe(0) // its process gave a sign of life a moment ago
  expect(await closeCutRecordings(true)).toBe(1)
  const { body } = await recording(id)
  expect(body).toMatchObject({ state: 'cut', fault: expect.stringContaining('stopped') })
  expect(body.bytes).toBe((await stat(file)).size)
  const played = await seen(id)
  expect(played.whole).toBe(false)
  expect(text.startsWith(played.text)).toBe(true)
})

it('forgets recordings to the minute, with their files', async () => {
  const { id } = await session()
  const { id: younger } = await session()
  const ended = (id: number, ago: string) =>
    db().pool.query(`update recording set ended_at = now() - $2::interval where id = $1`, [id, ago])
  await ended(id, '7 days 1 second')
  await ended(younger, '6 days 23 hours 59 minutes')
  const file = await fileOf(id)
  await utimes(file, new Date(0), new Date(0))
  expect(await forgetOldRecordings(7)).toBe(1)
  expect((await recording(id)).status).toBe(404)
  await expect(stat(file)).rejects.toThrow(/ENOENT/)
  expect((await files()).map((name) => join(folder, name))).toContain(await fileOf(younger))
})

it('opens no console that has to be recorded and cannot be, unless it may go on', async () => {
  await set({ roles: ['@advanced_user'], min_free_mib: 1_048_576 })
  const page = new TalkingPage(`${origin.replace('http', 'ws')}/console/ws`, (await ticket()).ticket, origin)
  expect(await page.closed).toMatchObject({ code: 4013 })
  await set({ roles: ['@advanced_user'], min_free_mib: 1_048_576, when_failing: 'go_on' })
  const open = new TalkingPage(`${origin.replace('http', 'ws')}/console/ws`, (await ticket()).ticket, origin)
  await open.status({ state: 'open' })
  open.ws.close()
  await open.closed
  expect((await lab.api.admin.get('/dci/v3/recording?where=state EQ running')).body.list).toEqual([])
})
