import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab, inDevice, labDevices } from '../../../../../e2e/lab/api.ts'
import { labSignIn } from '../../../../../e2e/lab/device.ts'
import { switchDriver } from '../../../../drivers/switch/registry.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import { closeTurns } from '../../device/queue.ts'
import { datacenterFixture } from '../../fixture.ts'
import { targetOf } from '../../switch/open.ts'
import { pollSwitch } from '../../switch/poll.ts'
import { putBack } from './back.ts'
import { putIntoProvisioning } from './into.ts'

const PROVISIONING = 900
/** Hosts behind the ports of that number: the server, one of its own network, and one of the provisioning network. */
const [SERVER, OWN, BOOT] = [1, 2, 3]

const [real] = labDevices(currentLab(), 'switch')
if (!real) throw new Error('These tests need a lab with a switch: lab.ts up --switches 1')
let t: Awaited<ReturnType<typeof datacenterFixture>>
let ports: Map<string, number>
let switch_id = 0
let made = 0

beforeAll(async () => {
  t = await datacenterFixture()
  const rack = await t.addRack()
  const snmp_params = { version: 'snmp_v2c', community: labSignIn.writeCommunity }
  const way = { device: 'snmp_common', ip: real.address, snmp_params }
  switch_id = await t.made(t.api.admin.post('/dci/v3/switch', { name: 'leaf', rack, unit: 1, size: 1, ...way }))
  const { prisma } = t.api.database
  await pollSwitch(switch_id, soon())
  const rows = await prisma.switch_port.findMany({ where: { switch_id } })
  ports = new Map(rows.map(({ name, id }) => [name, id]))
  await setVlan(BOOT, PROVISIONING)
})
afterAll(async () => {
  await setVlan(BOOT, 10).catch(() => {})
  await closeTurns()
  await t?.close()
})

/** As people do it at the switch itself. */
async function setVlan(port: number, vlan_id: number) {
  const { prisma } = t.api.database
  const { if_index } = await prisma.switch_port.findUniqueOrThrow({ where: { id: ports.get(`p${port}`) ?? 0 } })
  const row = await prisma.net_switch.findUniqueOrThrow({ where: { id: switch_id } })
  const device = switchDriver(row.device).connect(targetOf(row))
  await device
    .setPortVlan(if_index, { vlan_id, is_trunk: false, trunk_members: [] }, soon())
    .finally(() => device.close())
}

async function reaches(to: number): Promise<boolean> {
  const inside = ['ip', 'netns', 'exec', `h${SERVER}`]
  // What address resolution learned while the way was closed would keep it closed.
  await inDevice(real!, [...inside, 'ip', 'neighbour', 'flush', 'dev', 'eth0'])
  const sent = await inDevice(real!, [...inside, 'ping', '-q', '-c', '3', '-i', '0.2', '-W', '1', `192.0.2.${to}`])
  return sent.code === 0
}
/** Which networks packets of the server arrive in. */
const arrivesIn = async () => ({ own: await reaches(OWN), provisioning: await reaches(BOOT) })

/** An operation on a server that is plugged into the port. */
async function begun() {
  const { prisma } = t.api.database
  const socket = await prisma.cpu_socket.create({ data: { name: `S${++made}` } })
  const size = { cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1, hdd_slot_count: 1, pci_slot_count: 1 }
  const kind = { name: socket.name, type: 'server', server_size: 1, cpu_socket: socket.id, ...size }
  const platform = await prisma.platform.create({ data: kind })
  const place = { type: 'server', platform_id: platform.id, location_id: t.location, size: 1 }
  const { id: server_id } = await prisma.server.create({ data: { name: socket.name, ...place } })
  const switch_port_id = ports.get(`p${SERVER}`) ?? 0
  await prisma.switch_connection.deleteMany({ where: { switch_port_id } })
  await prisma.switch_connection.create({ data: { server_id, switch_port_id } })
  const about = { server_id, location_id: t.location, auth_id: 'test', mac: '52:54:00:00:00:01', type: 'diag' }
  const { id } = await prisma.operation.create({ data: { ...about, deadline_at: new Date(Date.now() + 3_600_000) } })
  return { id, server_id }
}

it('packets of a server go into the provisioning network while an operation has its port, and before and after into its own', async () => {
  const operation = await begun()
  expect(await arrivesIn()).toEqual({ own: true, provisioning: false })
  await putIntoProvisioning(operation, PROVISIONING, soon())
  expect(await arrivesIn()).toEqual({ own: false, provisioning: true })
  expect(await putBack({ operation_id: operation.id }, soon())).toEqual({ left: null, failed: null })
  expect(await arrivesIn()).toEqual({ own: true, provisioning: false })
})

it('packets go where people have put the port meanwhile', async () => {
  const operation = await begun()
  await putIntoProvisioning(operation, PROVISIONING, soon())
  await setVlan(SERVER, 77)
  const { left } = await putBack({ operation_id: operation.id }, soon())
  expect(left).toMatch(/left as it is, with VLAN 77/)
  expect(await arrivesIn()).toEqual({ own: false, provisioning: false })
  await setVlan(SERVER, 10)
  expect(await arrivesIn()).toEqual({ own: true, provisioning: false })
})
