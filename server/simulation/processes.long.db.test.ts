import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'
import { demoContainers } from './demo/plan/containers.ts'
import { demoHosts, demoStopped } from './demo/plan/plan.ts'

// Two processes of each role on one database, each with a data folder of its own, as on four hosts.

type Part = { child: ChildProcess; address: string; log: string }

let database: Awaited<ReturnType<typeof testDatabase>>
const folder = mkdtempSync(path.join(tmpdir(), 'datahall-parts-'))
const parts: Part[] = []
const email = 'admin@example.com'
const password = 'Correct-horse-1'

beforeAll(async () => {
  database = await testDatabase()
  // The first of them makes the administrator.
  const first = await start('web')
  webs.push(first, await start('web'))
  workers.push(...(await Promise.all([start('worker'), start('worker')])))
})
afterAll(async () => {
  for (const { child } of parts) {
    if (child.connected) child.disconnect()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
const webs: Part[] = []
const workers: Part[] = []

async function start(roles: 'web' | 'worker'): Promise<Part> {
  const child = fork(path.join(import.meta.dirname, 'testing/part.ts'), {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATAHALL_MASTER_KEY: database.masterKey,
      DATAHALL_DATA: path.join(folder, `${parts.length}`),
      DATAHALL_ROLES: roles,
      DATAHALL_DUMMY_SPEED: '0',
      DATAHALL_ADMIN_EMAIL: email,
      DATAHALL_ADMIN_PASSWORD: password,
      DATAHALL_LOG: 'info',
    },
  })
  const part: Part = { child, address: '', log: '' }
  parts.push(part)
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      part.log += chunk
    })
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(part.log))),
  ])
  part.address = `http://127.0.0.1:${port}`
  return part
}

/** Those that a fault of their name brings down. */
const faulty = (name: string) => /-fail(crash|start)$/.test(name)

let token = ''
async function ask(part: Part | undefined, method: string, to: string, body?: object) {
  const answer = await fetch(`${part?.address}${to}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { 'x-xsrf-token': token }) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return JSON.parse(text)
}

/** Waits for the end of a task, according to its record. */
async function ended(task: number): Promise<string> {
  let status = ''
  await expect
    .poll(
      async () => {
        const { rows } = await database.pool.query(`select status, error, ended_at from task where consul_id = $1`, [
          task,
        ])
        status = [rows[0]?.status, rows[0]?.error].filter(Boolean).join(': ')
        return rows[0]?.ended_at ?? null
      },
      { timeout: 800_000 },
    )
    .not.toBeNull()
  return status
}

/** States of all VMs after each node was read once more. */
async function states(): Promise<Record<string, string>> {
  const seen = async () =>
    (await database.pool.query<{ id: number; seen_at: Date }>('select id, seen_at from node')).rows
  const before = new Map((await seen()).map(({ id, seen_at }) => [id, seen_at.getTime()]))
  for (const id of before.keys()) await database.pool.query(`select pg_notify('node_watch', $1)`, [String(id)])
  await expect
    .poll(async () => (await seen()).every(({ id, seen_at }) => seen_at.getTime() > (before.get(id) ?? 0)))
    .toBe(true)
  const { rows } = await database.pool.query('select name, state from host order by name')
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

const runsDevices = ({ log }: Part) => log.includes('the demo devices answer')
const actionOn = async (part: Part | undefined, id: number, action: string) =>
  ended((await ask(part, 'POST', `/vm/v3/host/${id}/${action}`, { force: true })).task)

it('keeps all VMs of the demo, whichever process asks and whichever dies', async () => {
  token = (await ask(webs[0], 'POST', '/auth/v4/public/token', { email, password })).token
  expect(await ended((await ask(webs[0], 'POST', '/vm/v3/demo')).task)).toBe('complete')
  const before = await states()
  const wanted = [...demoHosts, ...demoContainers].map(({ name }) => [
    name,
    demoStopped(name) ? 'stopped' : faulty(name) ? 'crashed' : 'active',
  ])
  expect(before).toEqual(Object.fromEntries(wanted))

  await expect.poll(() => workers.filter(runsDevices).length).toBe(1)
  const [victim, heir] = workers.sort((a, b) => Number(runsDevices(b)) - Number(runsDevices(a)))
  victim!.child.kill('SIGKILL')
  await once(victim!.child, 'exit')
  // Within the time of its lease, and so do watches and tasks that it had.
  await expect.poll(() => runsDevices(heir!)).toBe(true)
  expect(await states()).toEqual(before)

  const { list } = await ask(webs[1], 'GET', `/vm/v3/host?where=name EQ 'web-1'`)
  const web1 = list[0].id
  const serves = webs.map((web) => async () => (await ask(web, 'GET', `/vm/v3/host/${web1}`)).state)
  for (const [asked, action, state] of [
    [0, 'stop', 'stopped'],
    [1, 'start', 'active'],
  ] as const) {
    expect(await actionOn(webs[asked], web1, action)).toBe('complete')
    for (const seen of serves) await expect.poll(seen).toBe(state)
  }
  expect(await states()).toEqual(before)
})

it('takes all of the demo away again', async () => {
  expect(await ended((await ask(webs[1], 'DELETE', '/vm/v3/demo')).task)).toBe('complete')
  for (const kind of ['host', 'node', 'cluster', 'preset', 'repository'])
    expect((await ask(webs[0], 'GET', `/vm/v3/${kind}`)).size, kind).toBe(0)
  for (const kind of ['location', 'server', 'os_template', 'operation'])
    expect((await ask(webs[0], 'GET', `/dci/v3/${kind}`)).size, kind).toBe(0)
})
