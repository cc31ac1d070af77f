import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab, inDevice, labDevices } from '../../../../e2e/lab/api.ts'
import { devicePath, labSignIn } from '../../../../e2e/lab/device.ts'
import { ensureLiveSystem } from '../../../../e2e/lab/live-system.ts'
import { templateFixture } from '../../../../e2e/support/os-templates.ts'

// A control host, controllers and servers that boot from the network: nothing here is simulated but the hardware.

const lab = currentLab()
const [site] = labDevices(lab, 'location')
const [machine] = labDevices(lab, 'server')
if (!site?.host || !machine?.hardware) throw new Error('These tests need servers: lab.ts up --locations 1 --servers 2')
const { host } = site
const { hardware } = machine

let t: Awaited<ReturnType<typeof templateFixture>>
let location = 0
let server = 0
const templates: Record<string, number> = {}
/** Of the server in its provisioning network. */
const ADDRESS = '10.91.0.11'
const PASSWORD = 'Install-me-1'

const ok = async (answer: { status: number; body: { task?: number | number[]; id?: number } }) => {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  const { task } = answer.body
  for (const one of [task ?? []].flat()) {
    const row = await t.ended(one)
    expect(row, JSON.stringify(row.error)).toMatchObject({ status: 'complete' })
  }
  return answer.body
}

beforeAll(async () => {
  t = await templateFixture()
  const { admin, database } = t.api
  const way = { ssh_address: site.address, ssh_port: 22, ssh_user: 'root', password: host.password }
  location = (await ok(await admin.post('/dci/v3/location', { name: 'Lab', ...way }))).id ?? 0
  const { prisma } = database
  const net = { name: '10.91.0.0/24', net: '10.91.0.0/24', gateway: '10.91.0.1', family: 2, location_id: location }
  const { id: ipnet_id } = await prisma.ipnet.create({ data: net })
  const socket = await prisma.cpu_socket.create({ data: { name: 'S' } })
  const size = { cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1, hdd_slot_count: 1, pci_slot_count: 1 }
  const kind = { name: 'P', type: 'server', server_size: 1, cpu_socket: socket.id, ...size }
  const platform = await prisma.platform.create({ data: kind })
  const made = { name: machine.name, type: 'server', platform_id: platform.id, location_id: location, size: 1 }
  server = (await prisma.server.create({ data: made })).id
  await prisma.server_mac.create({ data: { mac: hardware.mac, server_id: server } })
  const { username, password } = labSignIn.bmc
  await ok(await admin.post(`/dci/v3/server/${server}/ipmi`, { type: 'ipmi', ip: machine.address, username, password }))
  const range = { first: '10.91.0.200', last: '10.91.0.250' }
  await ok(
    await admin.post(`/dci/v3/location/${location}/setup`, { dhcp: { interfaces_4: ['prov0'], ranges: [range] } }),
  )
  await prisma.ip.create({
    data: { ip_addr: ADDRESS, family: 2, mask: '255.255.255.0', state: 'ok', server_id: server, ipnet_id },
  })
  const built = await ensureLiveSystem()
  const file = (name: string, path: string) => t.repository.file(name, readFileSync(path))
  const live = { kernel: file('live/kernel', built.kernel), initrd: file('live/initrd', built.initrd) }
  const every = { version: '1', arch: 'x86_64', firmware: ['bios', 'uefi'] }
  const { image_bytes } = JSON.parse(readFileSync(join(dirname(built.small), 'index.json'), 'utf8')).os_templates[0]
    .image
  const image = { ...file('small/image', built.small), format: 'zst', image_bytes }
  await t.read([
    { name: 'diag', type: 'diag', ...every, ...live },
    { name: 'rescue', type: 'rescue', ...every, ...live },
    { name: 'small', type: 'ostemplate', ...every, image },
  ])
  for (const name of ['diag', 'rescue', 'small']) templates[name] = await t.id(name)
  await ok(await t.put(location, Object.values(templates)))
})
afterAll(async () => {
  await t.api.admin
    .delete(`/dci/v3/location/${location}/setup`)
    .then((answer) => answer.body.task && t.ended(answer.body.task))
  await t.close()
})

it('diagnostics boot a server over the network, and its report is what the server has', async () => {
  const begun = await t.api.admin.post(`/dci/v3/server/${server}/diag`, {
    os_template_id: templates.diag,
    clear_hdd: 'none',
  })
  const again = await t.api.admin.post(`/dci/v3/server/${server}/diag`, {
    os_template_id: templates.diag,
    clear_hdd: 'none',
  })
  expect(again).toMatchObject({ status: 409, body: { error: { msg: expect.stringContaining('Another operation') } } })
  await ok(begun)
  const { list } = (await t.api.admin.get(`/dci/v3/server/${server}/operation`)).body
  expect(list).toMatchObject([{ type: 'diag', status: 'ok', percent: 100, template: 'diag 1' }])
  const names = list[0].steps.map(({ name }: { name: string }) => name)
  expect(names.slice(0, 7)).toEqual(['check', 'reserve', 'boot_device', 'power', 'loader', 'system', 'report'])
  expect(list[0].steps.every((one: { ended_at: string | null }) => one.ended_at !== null)).toBe(true)
  console.info(
    list[0].steps
      .map(
        (one: { name: string; started_at: string; ended_at: string }) =>
          `${one.name} ${(Date.parse(one.ended_at) - Date.parse(one.started_at)) / 1000} s`,
      )
      .join(', '),
  )
  const { prisma } = t.api.database
  const { report } = await prisma.hardware_report.findFirstOrThrow({ where: { server_id: server } })
  expect(report).toMatchObject({ serial: hardware.serial, nics: [expect.objectContaining({ mac: hardware.mac })] })
  const row = await prisma.operation.findFirstOrThrow({ where: { server_id: server } })
  expect(row).toMatchObject({ ticket: null, secrets: null })
  expect((await prisma.server.findUniqueOrThrow({ where: { id: server } })).operation_id).toBeNull()
  // Nothing of the ticket is left where machines could read it.
  expect((await inDevice(site, ['cat', '/etc/datahall/boot/kea-dhcp4.conf'])).stdout).not.toMatch(/boot\/[\w-]{43}\//)
})

const file = (n: number) => devicePath(lab, machine, hardware.disks[n]?.file ?? '')
/** What a disk of the server holds, while it is off. */
const bytesAt = (n: number, offset: number, length: number) => {
  const handle = openSync(file(n), 'r')
  try {
    const bytes = Buffer.alloc(length)
    readSync(handle, bytes, 0, length, offset)
    return bytes
  } finally {
    closeSync(handle)
  }
}
/** Signs in to the server from the control host: the panel does not reach it. */
const inServer = async (password: string, ...words: string[]) => {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=5'].flatMap((one) => [
    '-o',
    one,
  ])
  const ssh = ['sshpass', '-p', password, 'ssh', '-q', ...options, `root@${ADDRESS}`, ...words]
  return (await inDevice(site, ssh)).stdout.trim()
}
const begin = (what: string, body: object) => t.api.admin.post(`/dci/v3/server/${server}/${what}`, body)
const last = async () => (await t.api.admin.get(`/dci/v3/server/${server}/operation?orderby=id desc`)).body.list[0]

it('disks are cleared, and others than the known ones are not', async () => {
  for (const n of [0, 1]) writeFileSync(file(n), Buffer.alloc(1 << 20, 0x5a), { flag: 'r+' })
  await ok(await begin('clear_hdd', { clear_hdd: 'simple' }))
  expect(await last()).toMatchObject({ type: 'clear_hdd', status: 'ok' })
  for (const n of [0, 1]) expect(bytesAt(n, 0, 1 << 20).every((byte) => byte === 0)).toBe(true)

  // As if the cable led to another machine.
  const { prisma } = t.api.database
  const newest = await prisma.hardware_report.findFirstOrThrow({
    where: { server_id: server },
    orderBy: { id: 'desc' },
  })
  await prisma.hardware_report.update({
    where: { id: newest.id },
    data: { report: { ...(newest.report as object), serial: 'OTHER' } },
  })
  for (const n of [0, 1]) writeFileSync(file(n), Buffer.alloc(1 << 20, 0x5a), { flag: 'r+' })
  const { body } = await begin('clear_hdd', { clear_hdd: 'simple' })
  expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
  expect(await last()).toMatchObject({
    status: 'fail',
    status_info: { reason: expect.stringContaining('Another machine has booted') },
  })
  for (const n of [0, 1]) expect(bytesAt(n, 0, 1 << 20).every((byte) => byte === 0x5a)).toBe(true)
  await prisma.hardware_report.update({ where: { id: newest.id }, data: { report: newest.report as object } })
})

it('a system is installed, and signed in to with the chosen password', async () => {
  await ok(
    await begin('install', {
      os_template_id: templates.small,
      password: PASSWORD,
      disk_serials: [hardware.disks[0]?.serial],
    }),
  )
  expect(await last()).toMatchObject({ type: 'install', status: 'ok', template: 'small 1' })
  expect(await inServer(PASSWORD, 'hostname')).toBe(machine.name)
  expect(bytesAt(1, 0, 1 << 20).every((byte) => byte === 0x5a)).toBe(true)
})

it('a rescue system runs in memory until it is ended', async () => {
  const { body } = await begin('rescue', { os_template_id: templates.rescue, password: 'Rescue-me-1' })
  const running = async () => (await last()).steps.some(({ name }: { name: string }) => name === 'rescue')
  await expect.poll(running, { timeout: 600_000, interval: 500 }).toBe(true)
  await expect
    .poll(() => inServer('Rescue-me-1', 'cat /etc/issue'), { timeout: 600_000, interval: 2000 })
    .toContain('Live system')
  expect((await t.api.admin.post(`/dci/v3/operation/${(await last()).id}/finish`, {})).status).toBe(200)
  expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
  expect(await last()).toMatchObject({ type: 'rescue', status: 'ok' })
})
