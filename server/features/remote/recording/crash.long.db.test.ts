import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import type { ConsoleGrant } from '../../../console/tickets.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import type { RecorderOptions } from './testing/recorder-process.ts'
import { linesOf, screenOf, shown } from './testing/shown.ts'

// A process that records is killed in the middle, and the panel starts again.

let api: Awaited<ReturnType<typeof testApi>>
const data = mkdtempSync(join(tmpdir(), 'datahall-killed-'))
const children: ChildProcess[] = []

beforeAll(async () => {
  api = await testApi()
  setPanelSettings({ ...panelSettings(), dataDirectory: data })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await api?.close()
  rmSync(data, { recursive: true, force: true })
})

async function recorder(grants: ConsoleGrant[]) {
  const options: RecorderOptions = { url: api.database.url, masterKey: api.database.masterKey, data, grants }
  const child = fork(join(import.meta.dirname, 'testing/recorder-process.ts'), [JSON.stringify(options)], {
    execArgv: [],
  })
  children.push(child)
  await once(child, 'message')
  return child
}

async function machine(): Promise<number> {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `with c as (insert into cluster (name, virtualization_type) values ('c', 'dummy') returning id)
     insert into host (name, internal_name, uuid, account_id, cluster_id, cpu_number, ram_mib)
     select 'recorded', 'recorded', gen_random_uuid(), $1, c.id, 1, 1 from c returning id`,
    [api.ann.id],
  )
  return rows[0]?.id ?? 0
}

/** Every frame of a recording, by the API, as it is played. */
async function played(id: number): Promise<Buffer> {
  const { body } = await api.admin.post(`/dci/v3/recording/${id}/view`)
  const texts: Buffer[] = []
  for (let from: object | null = {}; from; ) {
    const part = await api.admin.post(`/dci/v3/recording/${id}/part`, { pass: body.pass, ...from })
    expect(part.status, JSON.stringify(part.body).slice(0, 300)).toBe(200)
    const frames = Buffer.from(part.body.frames, 'base64')
    for (let at = 0; at < frames.length; at += 8 + frames.readUInt32BE(at + 4))
      texts.push(frames.subarray(at + 8, at + 8 + frames.readUInt32BE(at + 4)))
    expect(part.body.whole).toBe(false)
    from = part.body.next
  }
  return Buffer.concat(texts)
}

it('plays what was written until a process was killed, after the next start', async () => {
  const of = { account_id: api.ann.id, session_id: null, take_over: false, record: true, mode: 'control' } as const
  const host = { object: 'host', object_id: await machine() } as const
  const child = await recorder([
    { ...of, ...host, kind: 'serial' },
    { ...of, ...host, kind: 'vnc' },
  ])
  const rows = async () => {
    const all = await api.database.prisma.recording.findMany({ orderBy: { id: 'asc' } })
    return all.map((row) => ({ ...row, bytes: Number(row.bytes) }))
  }
  // Some seconds of a terminal, and mebibytes of a screen.
  await expect.poll(async () => (await rows())[0]?.chunks).toBeGreaterThan(2)
  await expect.poll(async () => (await rows())[1]?.bytes).toBeGreaterThan(8 << 20)
  const before = await rows()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await rows()).toMatchObject([{ state: 'running' }, { state: 'running' }])

  const next = await recorder([])
  if (next.exitCode === null) await once(next, 'exit')
  const after = await rows()
  for (const [which, piece] of [linesOf, screenOf].entries()) {
    const row = after[which]!
    const was = before[which]!
    expect(row).toMatchObject({ state: 'cut', fault: expect.stringContaining('stopped') })
    // What was reported as written is all there, and what is there is what was shown.
    for (const field of ['bytes', 'chunks', 'duration_ms'] as const)
      expect(row[field]).toBeGreaterThanOrEqual(was[field])
    expect((await stat(join(data, 'recordings', row.file))).size).toBe(row.bytes)
    const bytes = await played(row.id)
    expect(bytes.length).toBeGreaterThan(which === 0 ? 1_000 : 8_000_000)
    expect(bytes.equals(shown(piece, bytes.length))).toBe(true)
  }
})
