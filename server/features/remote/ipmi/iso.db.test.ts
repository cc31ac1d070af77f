import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSignedCertificate } from '../../../protocols/pinned-http/self-signed.ts'
import { SimulatedMachine } from '../../../simulation/devices/bmc/machine.ts'
import { startRedfishPeer } from '../../../simulation/devices/bmc/redfish-peer.ts'
import { remoteFixture } from '../remote-fixture.ts'
import { ipmiIsoTask } from './iso.ts'
import { ipmiPollTask } from './poll.ts'

let lab: Awaited<ReturnType<typeof remoteFixture>>
beforeAll(async () => {
  lab = await remoteFixture([ipmiPollTask, ipmiIsoTask])
})
afterAll(() => lab.close())

const url = 'http://images.example.com/rescue.iso'

it('puts an image into the virtual drive of a controller and takes it out again', async () => {
  const user = { username: 'admin', password: 'secret-of-bmc' }
  const peer = await startRedfishPeer({ machine: new SimulatedMachine(), ...user, tls: selfSignedCertificate('bmc') })
  lab.closing.push(() => peer.close())
  const server = await lab.addServer('redfish', lab.rack, 10)
  const given = { ...user, type: 'redfish', ip: '127.0.0.1', port: peer.port }
  const ipmi = await lab.made(lab.api.admin.post(`/dci/v3/server/${server}/ipmi`, given))
  const path = `/dci/v3/ipmi/${ipmi}/iso`
  expect((await lab.api.admin.get(path)).body).toEqual({ url: null })
  expect(await lab.done(lab.api.admin.post(path, { url }))).toMatchObject({ status: 'complete' })
  expect((await lab.api.admin.get(path)).body).toEqual({ url })
  expect(await lab.done(lab.api.admin.delete(path))).toMatchObject({ status: 'complete' })
  expect((await lab.api.admin.get(path)).body).toEqual({ url: null })

  await lab.prisma.proxy_location.create({ data: { location_id: lab.location, installed_at: new Date() } })
  expect(await lab.refused(lab.api.admin.post(path, { url }), 400)).toContain('iso_mount')
  await lab.prisma.proxy_location.deleteMany()
  for (const bad of ['file:///etc/passwd', 'ftp://a/b', 'http://u:p@host/x', 'x'])
    expect(await lab.refused(lab.api.admin.post(path, { url: bad }), 400)).toBeTruthy()
})

it('says of a controller without a virtual drive that it has none', async () => {
  const { ipmi } = await lab.addControlled('plain')
  expect(await lab.refused(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/iso`, { url }), 400)).toContain('virtual drive')
})
