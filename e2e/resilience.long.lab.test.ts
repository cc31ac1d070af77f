import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { currentLab, inNode } from './lab/api.ts'
import { ADMIN, type PanelProcess, startPanel } from './support/panel-process.ts'
import { type RestClient, restClient } from './support/rest-client.ts'
import { GUEST_PASSWORD, type Looker, looker, prepare, type Slice, until } from './support/slice.ts'

// The built panel as in production: one process, its own database, real nodes; and it gets killed.

const lab = currentLab()
let panel: PanelProcess
let rest: RestClient
let database: Looker
let slice: Slice
let data: string

/** Of the embedded server: who it is and where it listens (postmaster.pid of PostgreSQL: lines 1 and 4). */
function postmaster() {
  const lines = readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(path.join(data, 'postgres.password'), 'utf8').trim()
  return { pid: Number(lines[0]), url: `postgresql://postgres:${password}@127.0.0.1:${lines[3]}/datahall` }
}

async function start(given?: string) {
  panel = await startPanel({ ...(given && { data: given }), env: {} })
  data = panel.data
  rest = await restClient(panel.address, ADMIN)
  database = await looker(postmaster().url)
}

async function again() {
  await database.close()
  await start(data)
}

beforeAll(async () => {
  await start()
  slice = await prepare(rest, lab, [1])
})
afterAll(async () => {
  await database?.close()
  await panel?.stop()
})

beforeEach(async () => {
  before = await all()
})

const create = async (name: string) => {
  const { status, body } = await rest.post('/vm/v3/host', {
    cluster: slice.cluster,
    os: slice.os,
    name,
    password: GUEST_PASSWORD,
    ram_mib: 256,
    hdd_mib: 256,
  })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as { id: number; task: number }
}

/** Resolves as soon as the creation is inside (`running`) or past this step. */
const reaches = (task: number, step: string) =>
  until(`step ${step}`, async () => {
    const text = `select 1 from task_step s join task t on t.id = s.task_id where t.consul_id = $1 and t.name = 'host_create' and s.name like $2`
    return (await database.rows(text, [task, `${step}%`])).length > 0
  })

let before: Awaited<ReturnType<typeof all>> = { domains: [], files: [] }
/** What is on the node that was not there before this test: domains, and files of VMs. */
async function onNode() {
  const { domains, files } = await all()
  return {
    domains: domains.filter((one) => !before.domains.includes(one)),
    files: files.filter((one) => !before.files.includes(one)),
  }
}
async function all() {
  const said = async (argv: string[]) => (await inNode(lab, 1, argv)).stdout.trim().split('\n').filter(Boolean).sort()
  return { domains: await said(['virsh', '-q', 'list', '--all', '--name']), files: await said(['ls', '/vm']) }
}

/** Ends properly: the VM runs, exactly once, with one address, and deleting it leaves nothing. */
async function endsWell(made: { id: number; task: number }, from: number) {
  const task = await rest.ended(made.task)
  expect(task).toMatchObject({ status: 'complete' })
  const took = Date.now() - from
  const { body: host } = await rest.get(`/vm/v3/host/${made.id}`)
  expect(host).toMatchObject({ state: 'active', disabled: false, fault: null })
  const node = await onNode()
  expect(node.domains).toEqual([host.internal_name])
  expect(node.files.every((file) => file.startsWith(host.internal_name))).toBe(true)
  expect(await database.rows('select state from ip where host_id = $1', [made.id])).toEqual([{ state: 'ok' }])
  const steps = await database.rows<{ name: string; n: number }>(
    `select s.name, count(*)::int as n from task_step s join task t on t.id = s.task_id where t.consul_id = $1 group by s.name`,
    [made.task],
  )
  expect(steps.every((step) => step.n === 1)).toBe(true)
  const gone = await rest.delete(`/vm/v3/host/${made.id}`)
  expect(await rest.ended(gone.body.task)).toMatchObject({ status: 'complete' })
  expect(await onNode()).toEqual({ domains: [], files: [] })
  expect(await database.rows('select 1 from ip where host_id = $1', [made.id])).toEqual([])
  expect(await database.rows('select 1 from task_lock')).toEqual([])
  return took
}

const STEPS = ['addresses', 'disk_', 'seed', 'define', 'start', 'finish']

describe('kill -9 in the middle of a creation', () => {
  it.each(STEPS)('of the whole panel, at %s: it goes on when the panel is started again', async (step) => {
    const made = await create(`panel-${step.replace('_', '')}`)
    await reaches(made.task, step)
    panel.kill('SIGKILL')
    await panel.gone
    const from = Date.now()
    await again()
    const took = await endsWell(made, from)
    console.log(`panel killed at ${step}: complete ${took} ms after`)
  })

  it.each(STEPS)('of the database, at %s: it comes back and the creation goes on', async (step) => {
    const made = await create(`database-${step.replace('_', '')}`)
    await reaches(made.task, step)
    const from = Date.now()
    const { pid } = postmaster()
    process.kill(pid, 'SIGKILL')
    await until('another server', async () => postmaster().pid !== pid && (await database.rows('select 1')).length > 0)
    const took = await endsWell(made, from)
    console.log(`database killed at ${step}: complete ${took} ms after`)
  })
})
