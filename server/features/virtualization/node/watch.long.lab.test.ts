import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentLab, inNode } from '../../../../e2e/lab/api.ts'
import { testApi } from '../../../../e2e/support/api.ts'
import { type PanelProcess, startPanel } from '../../../../e2e/support/panel-process.ts'
import { GUEST_PASSWORD, prepare, until } from '../../../../e2e/support/slice.ts'
import { nudgeWatch } from './nudge.ts'

// Real worker processes beside an API in this one; the workers are killed and paused. Two at a time: the one that watches, and one
// that would take over. They take seconds to start, so a new one starts while the tests go on with the others.

const lab = currentLab()
let api: Awaited<ReturnType<typeof testApi>>
const workers = new Set<PanelProcess>()
let host = { id: 0, internal_name: '' }

async function worker(): Promise<PanelProcess> {
  const { url, masterKey } = api.database
  const made = await startPanel({
    from: 'source',
    env: {
      DATABASE_URL: url,
      DATAHALL_MASTER_KEY: masterKey,
      DATAHALL_ROLES: 'worker',
      DATAHALL_LOG: 'info',
    },
  })
  workers.add(made)
  return made
}

async function kill(one: PanelProcess) {
  one.kill('SIGKILL')
  await one.stop()
  workers.delete(one)
}

const watched = () =>
  until('a process watches the node', async () => {
    const { rowCount } = await api.database.pool.query(`select 1 from lease where name like 'node:%' and until > now()`)
    return (rowCount ?? 0) > 0
  })
const state = async () => {
  const { rows } = await api.database.pool.query<{ host: string; node: string }>(
    'select h.state as host, n.state as node from host h join node n on n.id = h.node_id where h.id = $1',
    [host.id],
  )
  return `node ${rows[0]?.node}, machine ${rows[0]?.host}`
}
const shows = async (expected: string, seconds: number) => {
  const from = Date.now()
  await until(`${expected}, not ${await state()}`, async () => (await state()) === expected, seconds)
  return Date.now() - from
}
const virsh = (verb: 'destroy' | 'start') => inNode(lab, 1, ['virsh', '-q', verb, host.internal_name])

/** Events on the node arrive: states are pushed by the watcher. */
async function follows(seconds: number) {
  await virsh('destroy')
  const took = await shows('node active, machine stopped', seconds)
  await virsh('start')
  await shows('node active, machine active', seconds)
  return took
}

async function ended(consul_id: number) {
  return until('the end of a task', async () => {
    const { body } = await api.admin.get(`/vm/v3/task?where=consul_id EQ ${consul_id}&orderby=id desc`)
    return ['complete', 'failed', 'aborted'].includes(body.list[0]?.status) && body.list[0]
  })
}

let watching: PanelProcess
let spare: Promise<PanelProcess>

beforeAll(async () => {
  api = await testApi()
  watching = await worker()
  const slice = await prepare({ ...api.admin, ended }, lab, [1])
  // It finds the watch taken.
  await watched()
  spare = worker()
  const { body } = await api.admin.post('/vm/v3/host', {
    cluster: slice.cluster,
    os: slice.os,
    name: 'watched',
    password: GUEST_PASSWORD,
    ram_mib: 256,
    hdd_mib: 256,
  })
  expect(await ended(body.task)).toMatchObject({ status: 'complete' })
  host = (await api.admin.get(`/vm/v3/host/${body.id}`)).body
  await spare
})
afterAll(async () => {
  await spare?.catch(() => {})
  for (const one of workers) one.kill('SIGCONT')
  if (host.id) {
    const { body } = await api.admin.delete(`/vm/v3/host/${host.id}`)
    await ended(body.task)
  }
  for (const one of [...workers]) await kill(one)
  await api?.close()
})

describe('the watch over a node', () => {
  it('is not ended by a VM that hangs', async () => {
    const { pool } = api.database
    const seen = async () =>
      (await pool.query<{ seen_at: Date }>('select seen_at from node')).rows[0]?.seen_at.getTime() ?? 0
    const signal = (which: 'STOP' | 'CONT') =>
      inNode(lab, 1, ['pkill', `-${which}`, '-f', `guest=${host.internal_name}`])
    expect((await signal('STOP')).code).toBe(0)
    try {
      for (let n = 0; n < 3; n++) {
        const before = await seen()
        await until('the node is read again', async () => (await seen()) > before, 60)
      }
      const went = await pool.query(`select 1 from change where entity = 'node' and data->>'state' = 'unavailable'`)
      expect(went.rowCount).toBe(0)
      expect(await state()).toBe('node active, machine active')
    } finally {
      await signal('CONT')
    }
  })

  it('goes on in another process within 10 s when the one that holds it is killed', async () => {
    await follows(10)
    await kill(watching)
    const took = await follows(10)
    console.log(`states come from the other worker ${took} ms after the kill`)
    watching = await spare
    spare = worker()
  })

  it('is not talked over by a process that was paused and lost it', async () => {
    await spare
    await follows(10)
    watching.kill('SIGSTOP')
    await wait(12_000)
    await shows('node active, machine active', 5)
    watching.kill('SIGCONT')
    // Whatever it believes when it wakes, people see what is true.
    for (const end = Date.now() + 4000; Date.now() < end; await wait(20))
      expect(await state()).toBe('node active, machine active')
    await follows(5)
  })

  it('corrects states written by others: by itself at its next reading, and at once on request', async () => {
    const wrong = () =>
      api.database.pool.query(
        `with n as (update node set state = 'unavailable') update host set state = 'unknown' where id = $1`,
        [host.id],
      )
    await wrong()
    console.log(`right again ${await shows('node active, machine active', 17)} ms after without a nudge`)
    await wrong()
    await nudgeWatch((await api.database.prisma.node.findFirstOrThrow()).id)
    console.log(`right again ${await shows('node active, machine active', 3)} ms after one`)
  })

  it('recovers by itself from a pause of 12 s', async () => {
    // Without another process to take over.
    for (const one of workers) one.kill('SIGSTOP')
    await wait(12_000)
    for (const one of workers) one.kill('SIGCONT')
    const took = await follows(10)
    console.log(`states come again ${took} ms after the pause`)
    const { body } = await api.admin.post(`/vm/v3/host/${host.id}/stop`, { force: true })
    expect(await ended(body.task)).toMatchObject({ status: 'complete' })
    const start = await api.admin.post(`/vm/v3/host/${host.id}/start`)
    expect(await ended(start.body.task)).toMatchObject({ status: 'complete' })
  })
})
