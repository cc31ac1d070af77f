import { afterAll, expect, it } from 'vitest'
import { bootNetwork, discoveryLab, within } from './discovery-lab-fixture.ts'

// The shortest way from an unknown machine to a server, one that boots by UEFI; what else there is of it takes minutes (discovery.long).
const t = await discoveryLab()
afterAll(() => t.close())

it('a machine that nobody knows boots, waits with what it is made of, and is adopted', async () => {
  const { mac, serial, firmware } = t.second.hardware
  await bootNetwork(t.bmcs[1], firmware === 'uefi')
  await expect.poll(async () => (await t.found(mac))?.serial ?? '', within).toBe(serial)
  const machine = await t.found(mac)
  expect(machine).toMatchObject({ location_id: t.location, state: 'waiting', boot_macs: [mac] })

  const made = await t.ok(await t.admin.post(`/dci/v3/machine/${machine?.id}/adopt`, await t.place()))
  expect(await t.found(mac)).toMatchObject({ state: 'adopted', server_id: made.id })
  const server = (await t.admin.get(`/dci/v3/server/${made.id}`)).body
  expect(server).toMatchObject({ name: 'srv-0421', mac: [mac], rack: { name: 'A09' } })
  const [report] = await t.prisma.hardware_report.findMany({ where: { server_id: made.id ?? 0 } })
  expect(report?.report).toMatchObject({ serial })
})
