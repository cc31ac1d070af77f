import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBmc, simulatedBmc } from '../../../simulation/devices/bmc/bmc.ts'
import { access, portsFixture } from './ports/ports-fixture.ts'

let t: Awaited<ReturnType<typeof portsFixture>>
beforeAll(async () => {
  t = await portsFixture()
})
afterAll(() => t.close())

const diagnose = (server: number) =>
  t.api.admin.post(`/dci/v3/server/${server}/diag`, { os_template_id: t.diag, clear_hdd: 'none' })

/** A server with a cable, and a controller that is switched off after it was met. */
async function controlled(port: number) {
  const server = await t.wired(port)
  const login = { username: 'admin', password: 'secret-of-bmc' }
  const peer = await serveBmc(simulatedBmc({ name: `bmc-${server}`, ...login }), { address: '127.0.0.1', port: 0 })
  await t.api.admin.post(`/dci/v3/server/${server}/ipmi`, { ip: '127.0.0.1', port: peer.port, ...login })
  await peer.close()
  return server
}

it('a server whose controller does not answer is given up before ports, DHCP and power are touched', async () => {
  const server = await controlled(1)
  const { body } = await diagnose(server)
  t.startWorker()
  expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
  await t.stopWorker()
  const { list } = (await t.api.admin.get(`/dci/v3/server/${server}/operation`)).body
  expect(list[0]).toMatchObject({
    status: 'fail',
    status_info: {
      reason: expect.stringMatching(/^Nothing was begun, because the power of the server is not known: /),
    },
    steps: [{ name: 'check' }, { name: 'boot_device' }],
  })
  expect(t.has(1)).toEqual(access(10))
  expect(await t.api.database.prisma.operation.findUniqueOrThrow({ where: { id: list[0].id } })).toMatchObject({
    ticket_hash: null,
  })
})

it('one of which the last poll has found that out is refused at once', async () => {
  const server = await controlled(2)
  const { prisma } = t.api.database
  await prisma.ipmi.update({ where: { server_id: server }, data: { status: 'fail', power_status: 'unknown' } })
  expect((await t.api.admin.get(`/dci/v3/server/${server}`)).body.hindrances).toEqual(['controller'])
  expect(await diagnose(server)).toMatchObject({
    status: 409,
    body: { error: { value: 'controller', msg: expect.stringContaining('does not answer') } },
  })
  expect(await prisma.operation.count({ where: { server_id: server } })).toBe(0)
})
