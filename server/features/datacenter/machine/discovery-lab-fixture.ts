import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { currentLab, inDevice, labDevices } from '../../../../e2e/lab/api.ts'
import { labSignIn } from '../../../../e2e/lab/device.ts'
import { ensureLiveSystem } from '../../../../e2e/lab/live-system.ts'
import { templateFixture } from '../../../../e2e/support/os-templates.ts'
import { bmcDriver } from '../../../drivers/bmc/registry.ts'
import type { BmcConnection } from '../../../drivers/bmc/types.ts'
import { soon } from '../../../shared/testing/soon.ts'

/** Emulated machines take their time. */
export const within = { timeout: 900_000, interval: 500 }

/** Boots a machine once from the network. */
export async function bootNetwork(bmc: BmcConnection | undefined, uefi: boolean): Promise<void> {
  await bmc?.setPower('off', soon())
  await bmc?.setBoot({ device: 'pxe', persistent: false, uefi }, soon())
  await bmc?.setPower('on', soon())
}

/** A real location where discovery is on, and unknown machines; nothing but their hardware is simulated. */
export async function discoveryLab() {
  const lab = currentLab()
  const [site] = labDevices(lab, 'location')
  const machines = labDevices(lab, 'server')
  const [first, second] = machines
  if (!site?.host || !first?.hardware || !second?.hardware)
    throw new Error('These tests need servers: lab.ts up --locations 1 --servers 2')

  const t = await templateFixture()
  const { admin, database } = t.api
  const { prisma } = database
  const bmcs = machines.map(({ address }) => bmcDriver('ipmi').connect({ address, ...labSignIn.bmc }))
  const ok = async (answer: { status: number; body: { task?: number | number[]; id?: number } }) => {
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    for (const one of [answer.body.task ?? []].flat()) {
      const row = await t.ended(one)
      expect(row, JSON.stringify(row.error)).toMatchObject({ status: 'complete' })
    }
    return answer.body
  }
  const way = { ssh_address: site.address, ssh_port: 22, ssh_user: 'root', password: site.host.password }
  const location = (await ok(await admin.post('/dci/v3/location', { name: 'Lab', ...way }))).id ?? 0
  const net = { name: '10.91.0.0/24', net: '10.91.0.0/24', gateway: '10.91.0.1', family: 2, location_id: location }
  await prisma.ipnet.create({ data: net })
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

  return {
    ...t,
    admin,
    prisma,
    location,
    machines,
    first: { ...first, hardware: first.hardware },
    second: { ...second, hardware: second.hardware },
    bmcs,
    ok,
    found: (mac: string) => prisma.machine.findFirst({ where: { mac } }),
    /** What the DHCP server of the location has. */
    kea: async () => (await inDevice(site, ['cat', '/etc/datahall/boot/kea-dhcp4.conf'])).stdout,
    /** What a machine needs to be adopted: its model, place and controller. */
    async place() {
      const rack = await prisma.rack.create({ data: { name: 'A09', size: 42, location_id: location } })
      const socket = await prisma.cpu_socket.create({ data: { name: 'S' } })
      const size = { cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1, hdd_slot_count: 1, pci_slot_count: 1 }
      const kind = { name: 'P', type: 'server', server_size: 1, cpu_socket: socket.id, ...size }
      const platform = await prisma.platform.create({ data: kind })
      const { username, password } = labSignIn.bmc
      return {
        ...{ name: 'srv-0421', platform: platform.id, rack: rack.id, unit: 22 },
        ipmi: { type: 'ipmi', ip: first.address, username, password },
      }
    },
    async close() {
      for (const bmc of bmcs) {
        await bmc.setPower('off', soon())
        await bmc.close()
      }
      await admin
        .delete(`/dci/v3/location/${location}/setup`)
        .then((answer) => answer.body.task && t.ended(answer.body.task))
      await t.close()
    },
  }
}
