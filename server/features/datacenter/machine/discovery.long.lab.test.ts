import { afterAll, expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { bootNetwork, discoveryLab, within } from './discovery-lab-fixture.ts'

const t = await discoveryLab()
const { prisma, location, machines, first, second, bmcs, ok, found, kea } = t
const { hardware } = first
afterAll(() => t.close())

it('a machine that nobody knows boots, reports what it is made of, and waits; so does one with UEFI', async () => {
  await Promise.all(machines.map(({ hardware }, n) => bootNetwork(bmcs[n], hardware?.firmware === 'uefi')))
  for (const { hardware } of machines) {
    const mac = hardware?.mac ?? ''
    await expect.poll(async () => (await found(mac))?.serial ?? '', within).toBe(hardware?.serial)
    const row = await found(mac)
    expect(row).toMatchObject({ location_id: location, state: 'waiting', boot_macs: [mac], asked: 1 })
    expect(row?.report).toMatchObject({ firmware: hardware?.firmware, uuid: hardware?.uuid })
    expect(row?.address).toMatch(/^10\.91\.0\.2\d\d$/)
    // It says that it is there, again and again.
    const seen = row?.seen_at.getTime() ?? 0
    await expect.poll(async () => (await found(mac))?.seen_at.getTime() ?? 0, within).toBeGreaterThan(seen + 10_000)
  }
})

it('one that is ignored is switched off, and gets no answer when it boots again', async () => {
  const mac = second.hardware.mac
  const { id, asked } = (await found(mac)) ?? { id: 0, asked: 0 }
  await ok(await t.admin.post(`/dci/v3/machine/${id}/ignore`, {}))
  await expect.poll(() => bmcs[1]?.power(soon()), within).toBe('off')
  await expect.poll(kea, within).toMatch(new RegExp(`"hw-address": "${mac}",\\s+"client-classes": \\[\\s+"ignored"`))
  const line = await bmcs[1]?.sol({ takeOver: true }, soon())
  await bootNetwork(bmcs[1], second.hardware.firmware === 'uefi')
  // Its firmware has asked in vain, and found nothing on its disks either.
  let text = ''
  for await (const chunk of line ?? []) {
    text += String(chunk)
    if (/No bootable device\.|Shell> /.test(text)) break
  }
  expect(text).toMatch(/No bootable device\.|Shell> /)
  expect(await found(mac)).toMatchObject({ state: 'ignored', asked })
  await bmcs[1]?.setPower('off', soon())
})

it('one that is adopted is a server, and boots into its diagnostics', async () => {
  const machine = await found(hardware.mac)
  const body = { ...(await t.place()), os_template_id: await t.id('diag') }
  const made = await ok(await t.admin.post(`/dci/v3/machine/${machine?.id}/adopt`, body))
  const { list } = (await t.admin.get(`/dci/v3/server/${made.id}/operation`)).body
  expect(list).toMatchObject([{ type: 'diag', status: 'ok', template: 'diag 1' }])
  expect(await found(hardware.mac)).toMatchObject({ state: 'adopted', server_id: made.id })
  const reports = await prisma.hardware_report.findMany({ where: { server_id: made.id ?? 0 } })
  expect(reports).toHaveLength(2)
  for (const { report } of reports) expect(report).toMatchObject({ serial: hardware.serial })
})
