import { afterAll, beforeAll, expect, it } from 'vitest'
import { NetconfPeer } from '../../../simulation/devices/switch/netconf-peer.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'

const signIn = { username: 'netconf', password: 'nc-pass-1' }
let dc: DeviceFixture
let peer: NetconfPeer
let sw: Awaited<ReturnType<DeviceFixture['addSwitch']>>
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  const seed = { rack: await dc.addRack(), name: 'old-b', kind: 'vendorB_without_els' } as const
  sw = await dc.addSwitch(seed, async (model) => {
    peer = await NetconfPeer.listen(model, { address: '127.0.0.1', port: 0, ...signIn })
    return { netconf_params: { ...signIn, port: peer.options.port } }
  })
})
afterAll(async () => {
  await dc.close()
  await peer.close()
})

const get = async (path: string) => (await dc.api.admin.get(path)).body
const port = () => `${sw.path}/port/${sw.ports[1]}`

it('switches that are configured over NETCONF show their key once and are changed by a commit', async () => {
  expect(await get(sw.path)).toMatchObject({
    status: 'ok',
    total_port: 8,
    netconf_params: { username: 'netconf', password: '', port: peer.options.port },
    secrets_set: ['netconf_params.password', 'snmp_params.community'],
  })
  expect(await dc.done(dc.api.admin.post(port(), { vlan_id: 200 }))).toMatchObject({ status: 'complete' })
  expect(await get(port())).toMatchObject({ vlan_id: 200, fault: null })
  const { host_key } = await get(sw.path)
  expect(host_key).toMatch(/^SHA256:/)
  await dc.done(dc.api.admin.post(`${port()}/off`))
  expect(await get(port())).toMatchObject({ admin_status: 'down' })
  expect((await get(sw.path)).host_key).toBe(host_key)
})

it('say which combination of speed and duplex they do not have', async () => {
  const other = `${sw.path}/port/${sw.ports[2]}`
  expect(await dc.done(dc.api.admin.post(other, { speed: '1G', duplex: 'half' }))).toMatchObject({ status: 'failed' })
  expect((await get(other)).fault).toMatch(/no 1G with half duplex/)
  expect((await dc.api.admin.post(other, { speed: 'auto', duplex: 'half' })).status).toBe(400)
  await dc.done(dc.api.admin.post(other, { speed: '100M', duplex: 'half' }))
  expect(await get(other)).toMatchObject({ speed: '100M', duplex: 'half', fault: null })
})

it('say that the key is another one, or the password wrong', async () => {
  await dc.prisma.net_switch.update({ where: { id: sw.id }, data: { host_key: `SHA256:${'A'.repeat(43)}` } })
  expect(await dc.done(dc.api.admin.post(`${port()}/on`))).toMatchObject({ status: 'failed' })
  expect((await get(port())).fault).toMatch(/different SSH host key/)
  // A new port is another server: its key is taken at first use again.
  const netconf_params = { port: peer.options.port, password: 'wrong' }
  await dc.made(dc.api.admin.post(sw.path, { netconf_params }))
  expect(await dc.done(dc.api.admin.post(`${port()}/on`))).toMatchObject({ status: 'failed' })
  expect((await get(port())).fault).toMatch(/rejected the sign-in/)
  await dc.made(dc.api.admin.post(sw.path, { netconf_params: { password: signIn.password } }))
  expect(await dc.done(dc.api.admin.post(`${port()}/on`))).toMatchObject({ status: 'complete' })
  expect(await get(port())).toMatchObject({ admin_status: 'up', fault: null })
})
