import { afterAll, beforeAll, expect, it } from 'vitest'
import { inDevice } from '../../../../e2e/lab/api.ts'
import { labSignIn } from '../../../../e2e/lab/device.ts'
import { forkWorkerRole } from '../../../../e2e/support/worker-role.ts'
import { unseal } from '../../../db/secrets.ts'
import { IpmiBmc } from '../../../drivers/bmc/ipmi/connection.ts'
import { passwordOf } from '../../remote/ipmi/open.ts'
import { operationLab } from './operation-lab-fixture.ts'

let t: Awaited<ReturnType<typeof operationLab>>
const PASSWORD = 'Install-me-1'

beforeAll(async () => {
  t = await operationLab()
})
afterAll(() => t?.close())

it('diagnostics boot a server over the network, report what it has, load it and set up its controller', async () => {
  const { admin, database } = t.api
  const load = ['disk', 'cpu']
  const ask = () => t.begin('diag', { os_template_id: t.templates.diag, clear_hdd: 'none', setup_ipmi: true, load })
  const begun = await ask()
  expect(await ask()).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringContaining('An operation is under way') } },
  })
  await t.ok(begun)
  const { list } = (await admin.get(`/dci/v3/server/${t.server}/operation`)).body
  expect(list).toMatchObject([{ type: 'diag', status: 'ok', percent: 100, template: 'diag 1' }])
  const names = list[0].steps.map(({ name }: { name: string }) => name)
  expect(names).toEqual([
    ...['check', 'reserve', 'boot_device', 'power', 'loader', 'system', 'report'],
    ...['load', 'controller', 'controller_login'],
  ])
  expect(list[0].steps.every((one: { ended_at: string | null }) => one.ended_at !== null)).toBe(true)
  console.info(
    list[0].steps
      .map(
        (one: { name: string; started_at: string; ended_at: string }) =>
          `${one.name} ${(Date.parse(one.ended_at) - Date.parse(one.started_at)) / 1000} s`,
      )
      .join(', '),
  )
  const { prisma } = database
  const { report, load: found } = await prisma.hardware_report.findFirstOrThrow({ where: { server_id: t.server } })
  expect(report).toMatchObject({ serial: t.hardware.serial, nics: [expect.objectContaining({ mac: t.hardware.mac })] })
  expect(found).toMatchObject(
    [{ test: 'disk' }, { test: 'disk' }, { test: 'cpu' }].map((one) => ({ ...one, ok: true })),
  )
  console.info(JSON.stringify(found))
  const row = await prisma.operation.findFirstOrThrow({ where: { server_id: t.server } })
  expect(row).toMatchObject({ ticket: null, secrets: null })
  expect((await prisma.server.findUniqueOrThrow({ where: { id: t.server } })).operation_id).toBeNull()
  // Nothing of the ticket is left where machines could read it.
  expect((await inDevice(t.site, ['cat', '/etc/datahall/boot/kea-dhcp4.conf'])).stdout).not.toMatch(/boot\/[\w-]{43}\//)
})

it('the controller has a user of the panel that works from outside, and the one before it', async () => {
  const { prisma, pool } = t.api.database
  const { controller } = (await t.api.admin.get(`/dci/v3/operation/${(await t.last()).id}`)).body

  expect(controller).toMatchObject({ user: 'datahall', slot: 5, channel: 1, now: { address: t.machine.address } })
  const steps = (ok: boolean) => controller.steps.filter((one: { ok: boolean }) => one.ok === ok)
  const names = steps(true).map(({ step }: { step: string }) => step)
  // In a lab where this ran before it has the user and the address already.
  const fresh = names.includes('name')
  expect(names.filter((name: string) => ['name', 'password', 'access', 'enable'].includes(name))).toEqual([
    ...(fresh ? ['name'] : []),
    'password',
    'access',
    'enable',
  ])
  expect(names.filter((name: string) => ['source', 'address', 'netmask', 'gateway', 'vlan'].includes(name))).toEqual(
    fresh ? ['source', 'address', 'netmask', 'gateway', 'vlan'] : [],
  )
  // The simulator knows nothing of who may use the console.
  expect(steps(false)).toEqual([{ step: 'console', ok: false, words: expect.stringContaining('Invalid command') }])
  const ipmi = await prisma.ipmi.findUniqueOrThrow({ where: { server_id: t.server } })
  const password = unseal(ipmi.password, passwordOf(ipmi.id))
  // The simulator keeps 16 characters of the 20.
  expect(password).toMatch(/^[A-Za-z0-9]{16}$/)
  for (const login of [{ username: 'datahall', password }, labSignIn.bmc]) {
    const bmc = new IpmiBmc({ address: t.machine.address, ...login })
    // The live system ends the operation first, and then itself.
    await expect.poll(() => bmc.power(AbortSignal.timeout(30_000)), { timeout: 120_000, interval: 500 }).toBe('off')
    await bmc.close()
  }
  const poll = await prisma.task.findFirstOrThrow({ where: { name: 'ipmi_poll' }, orderBy: { id: 'desc' } })
  await t.ended(poll.consul_id)
  expect((await t.api.admin.get(`/dci/v3/ipmi/${ipmi.id}`)).body).toMatchObject({ username: 'datahall', status: 'ok' })
  const { rows } = await pool.query(
    `select count(*)::int as found from (select o::text as t from operation o union all select h::text from hardware_report h union all select p::text from operation_step p
       union all select x::text from task x union all select a::text from audit a union all select c::text from change c) x where t like $1`,
    [`%${password}%`],
  )
  expect(rows[0].found).toBe(0)
}, 120_000)

it('disks are cleared, and others than the known ones are not', async () => {
  const fill = () => {
    for (const n of [0, 1]) t.writeAt(n, 0, Buffer.alloc(1 << 20, 0x5a))
  }
  fill()
  await t.ok(await t.begin('clear_hdd', { clear_hdd: 'simple' }))
  expect(await t.last()).toMatchObject({ type: 'clear_hdd', status: 'ok' })
  for (const n of [0, 1]) expect(t.bytesAt(n, 0, 1 << 20).every((byte) => byte === 0)).toBe(true)
  const { list } = (await t.api.admin.get('/dci/v3/erasure_certificate')).body
  const serials = t.hardware.disks.map(({ serial }) => serial)
  expect(list).toMatchObject([{ operation: (await t.last()).id, clear_hdd: 'simple', result: 'erased' }])
  expect(list[0].serials.toSorted()).toEqual(serials.toSorted())
  const { body: checked } = await t.api.admin.get(`/dci/v3/erasure_certificate/${list[0].id}/check`)
  expect(checked.entry).toEqual(expect.any(Number))
  // The head of the chain is sealed by and by.
  expect(checked.faults.filter((fault: string) => fault !== 'head')).toEqual([])

  // As if the cable led to another machine.
  const reports = t.api.database.prisma.hardware_report
  const newest = await reports.findFirstOrThrow({ where: { server_id: t.server }, orderBy: { id: 'desc' } })
  const report = newest.report as object
  await reports.update({ where: { id: newest.id }, data: { report: { ...report, serial: 'OTHER' } } })
  fill()
  const { body } = await t.begin('clear_hdd', { clear_hdd: 'simple' })
  expect(await t.ended(body.task)).toMatchObject({ status: 'failed' })
  expect(await t.last()).toMatchObject({
    status: 'fail',
    status_info: { reason: expect.stringContaining('Another machine has booted') },
  })
  for (const n of [0, 1]) expect(t.bytesAt(n, 0, 1 << 20).every((byte) => byte === 0x5a)).toBe(true)
  await reports.update({ where: { id: newest.id }, data: { report } })
})

// `e2e/real-install.spec.ts` has an installation from the button to SSH.
it('all of a disk is cleared and a system is installed once, although the worker was killed, and signed in to with the chosen password', {
  tags: 'long',
}, async () => {
  const { prisma, url, masterKey } = t.api.database
  // Past what the image writes, and between the places where its file system has tables.
  const [middle, length] = [(1536 + 37) << 20, 1 << 20]
  t.writeAt(0, middle, Buffer.alloc(length, 0x5a))
  await t.stopWorker()
  const { body } = await t.begin('install', {
    os_template_id: t.templates.small,
    password: PASSWORD,
    ssh_pub_keys: [await t.makeKey()],
    disk_serials: [t.hardware.disks[0]?.serial],
    clear_hdd: 'full',
  })
  const worker = await forkWorkerRole({ url, masterKey })
  await expect.poll(t.stepNames, { timeout: 600_000, interval: 50 }).toContain('image')
  await worker.kill()
  t.startWorker()
  expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
  expect(await t.last()).toMatchObject({ type: 'install', status: 'ok', template: 'small 1' })
  expect((await t.stepNames()).filter((name) => name === 'image')).toHaveLength(1)
  expect(await t.inServer(PASSWORD, 'hostname')).toBe(t.machine.name)
  expect(await t.inServerByKey('hostname')).toBe(t.machine.name)
  expect(t.bytesAt(0, middle, length).every((byte) => byte === 0)).toBe(true)
  const { result } = await prisma.operation.findUniqueOrThrow({ where: { id: (await t.last()).id } })
  expect(result).toMatchObject({ disks: [{ serial: t.hardware.disks[0]?.serial, samples: 256 }] })
  expect(t.bytesAt(1, 0, 1 << 20).every((byte) => byte === 0x5a)).toBe(true)
  const shown = { operation: (await t.last()).id, system: 'small 1', disks: [t.hardware.disks[0]?.serial] }
  expect((await t.api.admin.get(`/dci/v3/server/${t.server}`)).body.installed).toMatchObject(shown)
  expect(await prisma.task.count({ where: { recoveries: { gt: 0 } } })).toBe(1)
})

it('a rescue system runs in memory until it is ended', async () => {
  const { body } = await t.begin('rescue', { os_template_id: t.templates.rescue, password: 'Rescue-me-1' })
  const running = async () => (await t.last()).steps.some(({ name }: { name: string }) => name === 'rescue')
  await expect.poll(running, { timeout: 600_000, interval: 500 }).toBe(true)
  await expect
    .poll(() => t.inServer('Rescue-me-1', 'cat /etc/issue'), { timeout: 600_000, interval: 2000 })
    .toContain('Live system')
  expect((await t.api.admin.post(`/dci/v3/operation/${(await t.last()).id}/finish`, {})).status).toBe(200)
  expect(await t.ended(body.task)).toMatchObject({ status: 'complete' })
  expect(await t.last()).toMatchObject({ type: 'rescue', status: 'ok' })
})
