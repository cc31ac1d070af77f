import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPreseed } from '../os-template/answer-files-fixture.ts'
import { MOST_USES } from './answer-desk.ts'
import { DISK, installerFixture } from './installer-fixture.ts'

let t: Awaited<ReturnType<typeof installerFixture>>
beforeAll(async () => {
  t = await installerFixture()
})
afterAll(() => t.close())

const rowOf = (id: number) => t.api.database.prisma.operation.findUniqueOrThrow({ where: { id } })
const stepsOf = async (id: number) =>
  (
    await t.api.database.prisma.operation_step.findMany({ where: { operation_id: id }, orderBy: { position: 'asc' } })
  ).map(({ name }) => name)

it('a machine that is the right one gets the installer, and it its answer file with the disk that was found', async () => {
  const { id, ticket, job, next } = await t.handed()
  expect(Object.fromEntries(job)).toMatchObject({
    ...{ mode: 'installer', serial: '8TN4K23', disk: 'S1', wipe: 'none' },
    kernel: expect.stringMatching(/^http:\/\/10\.77\.0\.2:8080\/a\/[0-9a-f]{64}$/),
    kernel_args: expect.stringMatching(
      /^console=ttyS0,115200 BOOTIF=01-52-54-\S+ quiet auto=true url=http\S+preseed\.cfg hostname=/,
    ),
  })
  expect(next).toEqual({ next: 'kexec' })
  const text = await t.desk.answer(ticket, 'preseed.cfg', t.asking)
  const answers = readPreseed(text ?? '')
  expect(answers.get('passwd/root-password-crypted')).toBe('$6$salt$hash')
  expect(answers.get('partman/early_command')).toContain("'/dev/disk/by-id/wwn-0x5000c500a1b2c3d4'")
  expect(answers.get('preseed/late_command')).toContain(`/boot/answer/${ticket}/'report/done`)
  const stored = JSON.stringify(await rowOf(id))
  for (const secret of [ticket, '$6$salt$hash']) expect(stored).not.toContain(secret)
  for (const report of ['partition', 'packages', 'done'] as const)
    expect(await t.desk.installer(ticket, report, t.asking), report).toBe(true)
  expect(await stepsOf(id)).toEqual(['report', 'installer', 'partition', 'packages'])
  expect(await rowOf(id)).toMatchObject({ installed_at: expect.any(Date), answer_file: null, ended_at: null })
  // Nothing is told or taken after the installer is done.
  expect(await t.desk.answer(ticket, 'preseed.cfg', t.asking)).toBeNull()
  expect(await t.desk.installer(ticket, 'failed', t.asking)).toBe(false)
})

it('nothing is told before the live system is done, to other addresses, by other names, nor too often', async () => {
  const early = await t.handed({}, false)
  expect(await t.desk.answer(early.ticket, 'preseed.cfg', t.asking)).toBeNull()
  const { ticket, server } = await t.handed()
  for (const address of ['10.77.0.202', null]) {
    expect(await t.desk.answer(ticket, 'preseed.cfg', { address })).toBeNull()
    expect(await t.desk.installer(ticket, 'done', { address })).toBe(false)
  }
  for (const name of ['user-data', 'ks.cfg', 'answer']) expect(await t.desk.answer(ticket, name, t.asking)).toBeNull()
  // One that the server itself has in the panel is its own as well.
  const ip = { ip_addr: '10.77.0.33', family: 2, mask: '255.255.255.0', state: 'ok', server_id: server }
  const pool = await t.api.database.prisma.ipnet.create({
    data: { name: 'n', net: '10.77.0.0/24', gateway: '10.77.0.1', family: 2, location_id: t.site },
  })
  await t.api.database.prisma.ip.create({ data: { ...ip, ipnet_id: pool.id } })
  let told = 0
  for (let n = 0; n < MOST_USES + 5; n++)
    if ((await t.desk.answer(ticket, 'preseed.cfg', { address: '10.77.0.33' })) !== null) told++
  expect(told).toBe(MOST_USES - 3)
})

it('autoinstall gets the files of NoCloud', async () => {
  const { id, ticket } = await t.handed({ os_template_id: t.templates.ubuntu })
  expect(await t.desk.answer(ticket, 'user-data', t.asking)).toMatch(/^#cloud-config\nautoinstall:\n/)
  expect(await t.desk.answer(ticket, 'meta-data', t.asking)).toBe(`instance-id: operation-${id}\n`)
  expect(await t.desk.answer(ticket, 'vendor-data', t.asking)).toBe('')
  expect(await t.desk.answer(ticket, 'preseed.cfg', t.asking)).toBeNull()
})

it('a disk without a name that lasts ends the operation before anything is written', async () => {
  const { id, key, server } = await t.begun()
  const report = await t.reportWith(server, [{ ...DISK, wwn: '', transport: 'scsi' }])
  expect(await t.desk.hello(key, report, t.asking)).toEqual({ over: expect.stringContaining('neither a WWN') })
  expect(await rowOf(id)).toMatchObject({ status: 'fail', answer_hash: null, answer_file: null, secrets: null })
})

it('the chosen disk is the one in the answer file, and clearing may take the others as well', async () => {
  const disks = [DISK, { ...DISK, name: 'sdb', serial: 'S2', wwn: '0x5000c500a1b2c3d5' }]
  const jobOf = async (data: object) => {
    const { key, server } = await t.begun({ ...data })
    const answer = await t.desk.hello(key, await t.reportWith(server, disks), t.asking)
    if (answer === 'unknown' || 'over' in answer) throw new Error(JSON.stringify(answer))
    return answer.job.filter(([name]) => name === 'disk').map(([, value]) => value)
  }
  expect(await jobOf({ disks: ['S2'] })).toEqual(['S2'])
  expect(await jobOf({ disks: ['S2', 'S1'] })).toEqual(['S2', 'S1'])
  expect(await jobOf({})).toEqual(['S1'])
})

it('the installer that reports its failure ends the operation', async () => {
  const { id, ticket } = await t.handed()
  expect(await t.desk.installer(ticket, 'failed', t.asking)).toBe(true)
  expect(await rowOf(id)).toMatchObject({ status: 'fail', answer_file: null })
  expect(await t.desk.answer(ticket, 'preseed.cfg', t.asking)).toBeNull()
})

it('a server whose network the answer file would leave away is refused, which the plan of a server has', async () => {
  const { prisma } = t.api.database
  const server = await t.server()
  const net = { name: 'tagged', net: '198.51.100.0/24', family: 2, vlan: '100', location_id: t.site }
  const { id: ipnet_id } = await prisma.ipnet.create({ data: net })
  const ip = { ip_addr: '198.51.100.7', family: 2, mask: '', state: 'ok', server_id: server, ipnet_id }
  await prisma.ip.create({ data: ip })
  const rack = await prisma.rack.create({ data: { location_id: t.site, name: 'R', size: 42 } })
  const place = { location_id: t.site, rack_id: rack.id, unit: 1, size: 1 }
  const { id: switch_id } = await prisma.net_switch.create({
    data: { name: 'leaf', ...place, device: 'snmp_common', ip: '192.0.2.9', hostname: 'leaf.example' },
  })
  const vlans = { vlan_id: 1, is_trunk: true, trunk_members: [100] }
  const port = await prisma.switch_port.create({ data: { switch_id, if_index: '1', name: 'p1', ...vlans } })
  await prisma.switch_connection.create({ data: { server_id: server, switch_port_id: port.id } })
  const body = { os_template_id: t.templates.debian, password: 'x-1' }
  expect(await t.api.admin.post(`/dci/v3/server/${server}/install`, body)).toMatchObject({
    body: { error: { value: 'os_template_id', msg: expect.stringContaining('does not have the macro vlan') } },
  })
  const { body: plan } = await t.api.admin.get(`/dci/v3/server/${server}/install_plan`)
  expect(plan.network.vlan).toBe(100)
  expect(plan.templates.find(({ id }: { id: number }) => id === t.templates.debian)).toMatchObject({ tells: [] })
})

it('an array is refused for an installer, which the plan of a server has', async () => {
  const server = await t.server()
  const body = { os_template_id: t.templates.debian, password: 'x-1', hdd_raid: 'raid_1', disk_serials: ['A', 'B'] }
  expect(await t.api.admin.post(`/dci/v3/server/${server}/install`, body)).toMatchObject({
    status: 400,
    body: { error: { value: 'hdd_raid', msg: expect.stringContaining('answer file') } },
  })
  const { body: plan } = await t.api.admin.get(`/dci/v3/server/${server}/install_plan`)
  expect(plan.templates.find(({ id }: { id: number }) => id === t.templates.debian)).toMatchObject({
    ...{ installer: true, image: false, here: true },
  })
})
