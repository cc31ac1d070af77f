import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { serveBmc, simulatedBmc } from '../../../simulation/devices/bmc/bmc.ts'
import { operationFixture } from './operation-fixture.ts'
import { noteStep } from './record.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(async () => {
  await t.stopWorker()
  for (const close of closing) await close()
  await t.close()
})

/** A server with a controller that answers here, and from what it was started. */
async function controlled({ on = true } = {}) {
  const server = await t.server()
  const login = { username: 'admin', password: 'secret-of-bmc' }
  const starts: string[] = []
  const boots = () => ({ start: (from: string) => void starts.push(from), resume() {}, stop() {} })
  const machine = simulatedBmc({ name: `bmc-${server}`, on, boots, ...login })
  const peer = await serveBmc(machine, { address: '127.0.0.1', port: 0 })
  closing.push(() => peer.close())
  await t.api.admin.post(`/dci/v3/server/${server}/ipmi`, { ip: '127.0.0.1', port: peer.port, ...login })
  return { server, starts, peer }
}
const rescue = (server: number) =>
  t.api.admin.post(`/dci/v3/server/${server}/rescue`, { os_template_id: t.rescue, password: 'let-me-in' })
const cancel = (server: number, { restart = false }: { restart?: boolean | string } = {}) =>
  t.api.admin.post(`/dci/v3/server/${server}/operation/cancel?restart=${restart}`)
const operationOf = async (server: number) =>
  (await t.api.admin.get(`/dci/v3/server/${server}/operation?orderby=id desc`)).body.list[0]
/** It is under way: the control host of the location is none, so it does not come far. */
const begins = (server: number) =>
  expect
    .poll(async () => (await operationOf(server)).steps.map(({ name }: { name: string }) => name), { timeout: 60_000 })
    .toContain('reserve')

it.each([
  { restart: true, on: true },
  { restart: false, on: true },
  { restart: true, on: false },
])(
  'a server whose operation is cancelled is restarted where that is asked and it is on: %o',
  async ({ restart, on }) => {
    const { server, starts } = await controlled({ on })
    const { body } = await rescue(server)
    t.startWorker()
    await begins(server)
    expect((await cancel(server, { restart })).status).toBe(200)
    expect(await t.ended(body.task)).toMatchObject({ status: 'aborted' })
    const { status, steps } = await operationOf(server)
    expect(status).toBe('cancelled')
    expect(steps.some(({ name }: { name: string }) => name === 'restart')).toBe(restart)
    expect(starts).toEqual(restart && on ? ['disk'] : [])
    await t.stopWorker()
  },
)

it('an operation whose server could not be restarted says so', async () => {
  const { server, peer } = await controlled()
  const { body } = await rescue(server)
  t.startWorker()
  await begins(server)
  await peer.close()
  closing.pop()
  await cancel(server, { restart: true })
  expect(await t.ended(body.task)).toMatchObject({ status: 'aborted' })
  const { status, status_info } = await operationOf(server)
  expect({ status, ...status_info }).toEqual({
    status: 'fail',
    reason: expect.stringMatching(/^It was cancelled, and the server could not be restarted: /),
  })
  await t.stopWorker()
})

it('a restart is refused where nothing can do it, and then nothing is cancelled', async () => {
  const server = await t.server()
  await rescue(server)
  expect(await cancel(server, { restart: true })).toMatchObject({ status: 409, body: { error: { value: 'restart' } } })
  expect(await cancel(server, { restart: 'yes' })).toMatchObject({ status: 400 })
  const { id, status } = await operationOf(server)
  expect(status).toBe('created')
  await transaction((work) => noteStep(work, id, 'rescue', null, 90))
  expect((await cancel(server)).status).toBe(200)
})
