import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentLab, inNode, nodeDown, nodeUp } from '../../../../e2e/lab/api.ts'
import { locationCheckTask } from '../../datacenter/location/tasks.ts'
import { ipmiPollTask } from '../ipmi/poll.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { dropRoute } from './route.ts'
import { proxyRemoveTask, proxySetupTask, proxyUpdateTask } from './tasks.ts'

const lab = currentLab()
const host = lab.nodes[0] as (typeof lab.nodes)[number]
const password = 'secret-of-bmc'
let dc: Awaited<ReturnType<typeof remoteFixture>>
let controller: ReturnType<typeof spawn>
let port: number

beforeAll(async () => {
  dc = await remoteFixture([ipmiPollTask, locationCheckTask, proxySetupTask, proxyUpdateTask, proxyRemoveTask])
  const { prisma } = dc.api.database
  await prisma.location.update({ where: { id: dc.location }, data: { ssh_address: host.address } })
  await dc.made(dc.api.admin.post(`/dci/v3/location/${dc.location}`, { password: host.password }))
  await dc.done(dc.api.admin.post(`/dci/v3/location/${dc.location}/check`))
  // A controller that listens on the host's own loopback address: it is reachable through the host only.
  const script = path.join(import.meta.dirname, '../../../../e2e/support/lone-bmc.ts')
  const inside = [`--net=/proc/${host.process.pid}/ns/net`, '--', process.execPath, script, password]
  controller = spawn('nsenter', inside, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(controller.stdout!, 'data')) as [Buffer]
  port = Number(line.toString())
})
afterAll(async () => {
  controller.kill()
  await nodeUp(lab, host.index, 'sshd')
  await dropRoute(dc.location)
  await dc.close()
})

const locations = async () => (await dc.api.admin.get('/ipmiproxy/v3/location')).body.list
const setup = { runtime_agree: false, iso_mount: true }

async function poll(ipmi: number) {
  const { body } = await dc.api.admin.post(`/dci/v3/ipmi/${ipmi}/poll`, {})
  await dc.ended(body.task)
  return (await dc.api.admin.get(`/dci/v3/ipmi/${ipmi}`)).body
}

describe('the relay of a location', () => {
  let ipmi: number

  it('is not there, and the controller cannot be reached', async () => {
    const server = await dc.addServer('far', dc.rack, 1)
    const given = { ip: '127.0.0.1', port, username: 'admin', password }
    ipmi = await dc.made(dc.api.admin.post(`/dci/v3/server/${server}/ipmi`, given))
    expect(await poll(ipmi)).toMatchObject({ status: 'fail', power_status: 'unknown' })
    expect(await locations()).toEqual([])
  })

  it('is set up over SSH, and the controller answers through it', async () => {
    const { status, body } = await dc.api.admin.post('/ipmiproxy/v3/setup', { locations: [dc.location], ...setup })
    expect(status).toBe(200)
    expect(await dc.ended(body.task[0])).toMatchObject({ status: 'complete' })
    const [row] = await locations()
    expect(row).toMatchObject({
      location: dc.location,
      status: 'ok',
      mode: 'program',
      outdated: false,
      iso_mount: true,
    })
    expect(Buffer.from(row.container_compose, 'base64').toString()).toContain('services:')
    expect(await poll(ipmi)).toMatchObject({ status: 'ok', power_status: 'on' })
    const { stdout } = await inNode(lab, host.index, ['ss', '-Hlntup'])
    expect(stdout).not.toContain('python')
  })

  it('has nothing to do when it is there already, and is updated when it is old', async () => {
    const wanted = { locations: [dc.location] }
    expect((await dc.api.admin.post('/ipmiproxy/v3/setup', { ...wanted, ...setup })).body).toEqual({})
    expect((await dc.api.admin.post('/ipmiproxy/v3/update', wanted)).body).toEqual({})
    await dc.prisma.proxy_location.update({ where: { location_id: dc.location }, data: { program: 'old' } })
    expect((await locations())[0]).toMatchObject({ outdated: true })
    const { body } = await dc.api.admin.post('/ipmiproxy/v3/update', wanted)
    expect(await dc.ended(body.task[0])).toMatchObject({ status: 'complete' })
    expect((await locations())[0]).toMatchObject({ outdated: false, status: 'ok' })
  })

  it('says that it is away while its host is, and comes back by itself', async () => {
    await nodeDown(lab, host.index, 'sshd')
    await dropRoute(dc.location)
    const away = await poll(ipmi)
    expect(away).toMatchObject({ status: 'fail', power_status: 'unknown' })
    expect(away.status_info.fault).toMatch(/control host/)
    expect((await locations())[0]).toMatchObject({ status: 'fail' })
    await nodeUp(lab, host.index, 'sshd')
    await dropRoute(dc.location)
    expect(await poll(ipmi)).toMatchObject({ status: 'ok', power_status: 'on' })
    expect((await locations())[0]).toMatchObject({ status: 'ok', fault: null })
  })

  it('is installed again on request, and is gone once it is removed', async () => {
    const again = await dc.api.admin.post('/ipmiproxy/v3/resetup', { location_id: dc.location })
    expect(again.body.id).toBe(dc.location)
    expect(await dc.ended(again.body.task)).toMatchObject({ status: 'complete' })
    const { status, body } = await dc.api.admin.delete(`/ipmiproxy/v3/location/${dc.location}`)
    expect({ status, id: body.id }).toEqual({ status: 200, id: dc.location })
    expect(await dc.ended(body.task)).toMatchObject({ status: 'complete' })
    expect(await locations()).toEqual([])
    expect((await inNode(lab, host.index, ['test', '-e', '/root/.datahall/relay.py'])).code).not.toBe(0)
    expect((await dc.api.admin.delete(`/ipmiproxy/v3/location/${dc.location}`)).status).toBe(404)
  })

  it('names the location that does not exist', async () => {
    const { status, body } = await dc.api.admin.post('/ipmiproxy/v3/setup', { locations: [9999], runtime_agree: true })
    expect({ status, value: body.error.value }).toEqual({ status: 400, value: 'locations' })
  })
})
