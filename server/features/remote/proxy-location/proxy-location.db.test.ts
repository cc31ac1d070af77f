import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ipmiPollTask } from '../ipmi/poll.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { proxyRemoveTask, proxySetupTask, proxyUpdateTask } from './tasks.ts'

let dc: Awaited<ReturnType<typeof remoteFixture>>
let ipmi: number

beforeAll(async () => {
  dc = await remoteFixture([ipmiPollTask, proxySetupTask, proxyUpdateTask, proxyRemoveTask])
  // A control host that does not answer: a port known to be closed.
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  const data = { ssh_address: '127.0.0.1', ssh_port: port, ssh_user: 'root' }
  await dc.prisma.location.update({ where: { id: dc.location }, data })
  ipmi = (await dc.addControlled('near', { on: true })).ipmi
})
afterAll(() => dc.close())

const location = () => dc.api.admin.get('/ipmiproxy/v3/location')
const remove = async () => {
  const { status, body } = await dc.api.admin.delete(`/ipmiproxy/v3/location/${dc.location}`)
  expect(status).toBe(200)
  return dc.ended(body.task)
}

async function poll() {
  const { body } = await dc.api.admin.post(`/dci/v3/ipmi/${ipmi}/poll`, {})
  await dc.ended(body.task)
  return (await dc.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body
}

describe('the relay of a location whose host does not answer', () => {
  it('is not set up, and can be given up: the controllers are reached as before', async () => {
    expect(await poll()).toMatchObject({ status: 'ok', power_status: 'on' })
    const { body } = await dc.api.admin.post('/ipmiproxy/v3/setup', {
      locations: [dc.location],
      runtime_agree: false,
    })
    expect(await dc.ended(body.task[0])).toMatchObject({ status: 'failed' })
    expect((await location()).body.list[0]).toMatchObject({ status: 'fail', installed_at: null })
    expect((await poll()).status_info.fault).toMatch(/not set up/)
    expect(await remove()).toMatchObject({ status: 'complete' })
    expect((await location()).body.list).toEqual([])
    expect(await poll()).toMatchObject({ status: 'ok', power_status: 'on' })
  })

  it('is not forgotten when it was set up once: the program may still be there', async () => {
    await dc.prisma.proxy_location.create({
      data: { location_id: dc.location, runtime_agree: false, status: 'ok', installed_at: new Date() },
    })
    expect(await remove()).toMatchObject({ status: 'failed' })
    expect((await location()).body.list).toHaveLength(1)
  })

  it('names the field that is wrong', async () => {
    const { status, body } = await dc.api.admin.post('/ipmiproxy/v3/resetup', { location_id: 9999 })
    expect({ status, value: body.error.value }).toEqual({ status: 400, value: 'location_id' })
  })
})
