import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab, inDevice, labDevices } from '../../../../e2e/lab/api.ts'
import { labSignIn } from '../../../../e2e/lab/device.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { type DeviceFixture, deviceFixture } from '../device-fixture.ts'
import { pollPdu } from './poll-pdu.ts'
import { pollSwitch } from './poll-switch.ts'

const lab = currentLab()
const [real] = labDevices(lab, 'switch')
const [pdu] = labDevices(lab, 'pdu')
if (!real || !pdu) throw new Error('These tests need a lab with a switch and a PDU: lab.ts up --switches 1 --pdus 1')

let dc: DeviceFixture
let rack = 0
beforeAll(async () => {
  dc = await deviceFixture(taskDefinitions)
  rack = await dc.addRack()
})
afterAll(() => dc.close())

const add = async (kind: 'switch' | 'pdu', device: string, ip: string, unit: number) => {
  await dc.api.database.pool.query('insert into agent_port values ($1, 161)', [kind])
  const snmp_params = { version: 'snmp_v2c', community: labSignIn.writeCommunity }
  const id = await dc.made(
    dc.api.admin.post(`/dci/v3/${kind}`, { name: kind, ip, device, rack, unit, size: 1, snmp_params }),
  )
  const poll = await dc.prisma.task.findFirstOrThrow({ where: { name: `${kind}_poll`, registry_id: id } })
  expect(await dc.ended(poll.id)).toMatchObject({ status: 'complete' })
  return id
}

it('counts the octets that hosts send through a real switch, and knows who its neighbours are', async () => {
  const id = await add('switch', 'snmp_common', real.address, 1)
  await pollSwitch(id, soon())
  const ports = await dc.prisma.switch_port.findMany({
    where: { switch_id: id, name: { in: ['p2', 'p4'] } },
    orderBy: { name: 'asc' },
  })
  const [flooded, idle] = ports
  if (!flooded || !idle) throw new Error('The switch has no ports p2 and p4')
  const counted = async () => {
    const { rows } = await dc.api.database.pool.query<{ port: number; i: number; o: number }>(
      `select u.port, sum(u.i)::float8 as i, sum(u.o)::float8 as o from port_traffic t, unnest(t.ports, t.in_octets, t.out_octets) u(port, i, o)
        where t.switch_id = $1 and t.level = 60 group by 1`,
      [id],
    )
    return new Map(rows.map((row) => [row.port, row]))
  }
  const flood = ['ping', '-q', '-c', '400', '-i', '0.005', '-s', '1000', '192.0.2.3']
  await inDevice(real, ['ip', 'netns', 'exec', 'h2', ...flood])
  // The agent answers out of a cache.
  await dc.until(async () => {
    await pollSwitch(id, soon())
    return ((await counted()).get(flooded.id)?.i ?? 0) >= 400_000
  })
  const passed = await counted()
  expect(passed.get(flooded.id)?.o).toBeGreaterThan(400_000)
  expect(passed.get(idle.id)?.i ?? 0).toBeLessThan(100_000)
  const path = `/dci/v3/switch/${id}/port/${flooded.id}/traffic`
  const now = Math.floor(Date.now() / 1000)
  const { list } = (await dc.api.admin.get(`${path}?from=${now - 600}&to=${now}`)).body
  expect(Math.max(...list.map((point: { in: number | null }) => point.in ?? 0))).toBeGreaterThan(10_000)
  const heard = await dc.prisma.switch_neighbour.findMany({ where: { switch_id: id } })
  expect(heard.map((one) => one.system_name)).toContain('server1')
})

it('reads a PDU', async () => {
  const id = await add('pdu', 'apc_snmp', pdu.address, 5)
  expect(await pollPdu(id, soon())).toBe('read')
  expect((await dc.api.admin.get(`/dci/v3/pdu/${id}`)).body).toMatchObject({ status: 'ok' })
})
