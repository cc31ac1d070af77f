import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab, inDevice, labDevices } from '../../../../e2e/lab/api.ts'
import { labSignIn } from '../../../../e2e/lab/device.ts'
import { ensureLiveSystem } from '../../../../e2e/lab/live-system.ts'
import { templateFixture } from '../../../../e2e/support/os-templates.ts'
import { bmcDriver } from '../../../drivers/bmc/registry.ts'
import type { BmcConnection } from '../../../drivers/bmc/types.ts'
import { soon } from '../../../shared/testing/soon.ts'

// Machines that nobody has entered boot from the network of a real location; nothing but their hardware is simulated.

const lab = currentLab()
const [site] = labDevices(lab, 'location')
const machines = labDevices(lab, 'server')
const [first, second] = machines
if (!site?.host || !first?.hardware || !second?.hardware)
  throw new Error('These tests need servers: lab.ts up --locations 1 --servers 2')
const { host } = site
const { hardware } = first

let t: Awaited<ReturnType<typeof templateFixture>>
let location = 0
let bmcs: BmcConnection[] = []

const ok = async (answer: { status: number; body: { task?: number | number[]; id?: number } }) => {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  for (const one of [answer.body.task ?? []].flat()) {
    const row = await t.ended(one)
    expect(row, JSON.stringify(row.error)).toMatchObject({ status: 'complete' })
  }
  return answer.body
}
const within = { timeout: 900_000, interval: 500 }
const bootNetwork = async (bmc: BmcConnection | undefined, uefi: boolean) => {
  await bmc?.setPower('off', soon())
  await bmc?.setBoot({ device: 'pxe', persistent: false, uefi }, soon())
  await bmc?.setPower('on', soon())
}
const found = (mac: string) => t.api.database.prisma.machine.findFirst({ where: { mac } })
const kea = async () => (await inDevice(site, ['cat', '/etc/datahall/boot/kea-dhcp4.conf'])).stdout

beforeAll(async () => {
  t = await templateFixture()
  bmcs = machines.map(({ address }) => bmcDriver('ipmi').connect({ address, ...labSignIn.bmc }))
  const { admin, database } = t.api
  const way = { ssh_address: site.address, ssh_port: 22, ssh_user: 'root', password: host.password }
  location = (await ok(await admin.post('/dci/v3/location', { name: 'Lab', ...way }))).id ?? 0
  const net = { name: '10.91.0.0/24', net: '10.91.0.0/24', gateway: '10.91.0.1', family: 2, location_id: location }
  await database.prisma.ipnet.create({ data: net })
  const ranges = [{ first: '10.91.0.200', last: '10.91.0.250' }]
  const dhcp = { interfaces_4: ['prov0'], ranges, discovery: true }
  await ok(await admin.post(`/dci/v3/location/${location}/setup`, { dhcp }))
  const built = await ensureLiveSystem()
  const file = (name: string, path: string) => t.repository.file(name, readFileSync(path))
  const live = { kernel: file('live/kernel', built.kernel), initrd: file('live/initrd', built.initrd) }
  const every = { version: '1', arch: 'x86_64', firmware: ['bios', 'uefi'], ...live }
  await t.read([
    { name: 'search', type: 'serversearch', ...every },
    { name: 'diag', type: 'diag', ...every },
  ])
  await ok(await t.put(location, [await t.id('search'), await t.id('diag')]))
})
afterAll(async () => {
  for (const bmc of bmcs) {
    await bmc.setPower('off', soon())
    await bmc.close()
  }
  await t.api.admin
    .delete(`/dci/v3/location/${location}/setup`)
    .then((answer) => answer.body.task && t.ended(answer.body.task))
  await t.close()
})

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
  const mac = second.hardware?.mac ?? ''
  const { id, asked } = (await found(mac)) ?? { id: 0, asked: 0 }
  await ok(await t.api.admin.post(`/dci/v3/machine/${id}/ignore`, {}))
  await expect.poll(() => bmcs[1]?.power(soon()), within).toBe('off')
  await expect.poll(kea, within).toMatch(new RegExp(`"hw-address": "${mac}",\\s+"client-classes": \\[\\s+"ignored"`))
  const line = await bmcs[1]?.sol({ takeOver: true }, soon())
  await bootNetwork(bmcs[1], second.hardware?.firmware === 'uefi')
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
  const { prisma } = t.api.database
  const machine = await found(hardware.mac)
  const rack = await prisma.rack.create({ data: { name: 'A09', size: 42, location_id: location } })
  const socket = await prisma.cpu_socket.create({ data: { name: 'S' } })
  const size = { cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1, hdd_slot_count: 1, pci_slot_count: 1 }
  const kind = { name: 'P', type: 'server', server_size: 1, cpu_socket: socket.id, ...size }
  const platform = await prisma.platform.create({ data: kind })
  const { username, password } = labSignIn.bmc
  const made = await ok(
    await t.api.admin.post(`/dci/v3/machine/${machine?.id}/adopt`, {
      ...{ name: 'srv-0421', platform: platform.id, rack: rack.id, unit: 22, os_template_id: await t.id('diag') },
      ipmi: { type: 'ipmi', ip: first.address, username, password },
    }),
  )
  const { list } = (await t.api.admin.get(`/dci/v3/server/${made.id}/operation`)).body
  expect(list).toMatchObject([{ type: 'diag', status: 'ok', template: 'diag 1' }])
  expect(await found(hardware.mac)).toMatchObject({ state: 'adopted', server_id: made.id })
  const reports = await prisma.hardware_report.findMany({ where: { server_id: made.id ?? 0 } })
  expect(reports).toHaveLength(2)
  for (const { report } of reports) expect(report).toMatchObject({ serial: hardware.serial })
})
