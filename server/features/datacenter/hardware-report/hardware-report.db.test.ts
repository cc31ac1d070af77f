import { afterAll, beforeAll, expect, it } from 'vitest'
import { someCard, someDisk, someModule } from '../../../domain/hardware-report/report-fixture.ts'
import { bootedFixture } from '../operation/booted-fixture.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
beforeAll(async () => {
  t = await bootedFixture()
})
afterAll(() => t.close())

const at = (server: number, report?: number, more = '') =>
  `/dci/v3/server/${server}/hardware_report${report === undefined ? '' : `/${report}${more}`}`

it('a report fills in what the record of the server says of its hardware', async () => {
  const server = await t.server({ hardware_info: { controller: { serial: 'X' } } })
  const own = await t.reportOf(server)
  const report = { ...own, nics: [...own.nics, someCard('3C:EC:EF:51:0C:99', { name: 'eth1' })] }
  await t.diagnosed(server, report)
  const { body } = await t.api.admin.get(`/dci/v3/server/${server}`)
  expect(body).toMatchObject({
    configuration: '2 x Xeon Gold 6338, 64 GiB, 2 x 3.84 TB',
    settings: { efi: true },
    mac: [own.nics[0]?.mac, '3c:ec:ef:51:0c:99'],
    hardware_info: {
      motherboard: { model: 'PowerEdge R650', serial: '8TN4K23' },
      memory: { total_mib: 65_536 },
      controller: { serial: 'X' },
    },
  })
  expect(JSON.stringify(body.hardware_info)).not.toContain('sw-b04-1')
})

it('keeps what people have said, and takes no card of another server', async () => {
  const [server, other] = [await t.server({ configuration: 'Ours', settings: { efi: false } }), await t.server()]
  const [own, theirs] = [await t.reportOf(server), await t.reportOf(other)]
  await t.diagnosed(server, { ...own, nics: [...own.nics, ...theirs.nics] })
  const { body } = await t.api.admin.get(`/dci/v3/server/${server}`)
  expect(body).toMatchObject({ configuration: 'Ours', settings: { efi: false }, mac: [own.nics[0]?.mac] })
})

it('an operation has one report, with the neighbours and loads of its end', async () => {
  const server = await t.server()
  const early = await t.reportOf(server, {
    nics: [someCard((await t.reportOf(server)).nics[0]?.mac ?? '', { lldp: null })],
  })
  const load = [{ test: 'memory', ok: true, mib: 480 }]
  const id = await t.diagnosed(server, early, { report: await t.reportOf(server), load })
  const list = await t.api.admin.get(at(server))
  expect(list.body).toMatchObject({ size: 1, list: [{ id, has_load: true, disks: 2, modules: 2, serial: '8TN4K23' }] })
  const one = await t.api.admin.get(at(server, id))
  expect(one.body).toMatchObject({ load, report: { nics: [{ lldp: { port: 'xe-0/0/31' } }] }, platform: { name: 'P' } })
  expect(one.body.platform.checks[0]).toEqual({ part: 'processors', ok: false, found: 2, most: 1 })
  const operation = await t.api.admin.get(`/dci/v3/operation/${list.body.list[0].operation.id}`)
  expect(operation.body).toMatchObject({ hardware_report: id, certificate: null })
})

it('a result with the report of another machine changes nothing', async () => {
  const server = await t.server()
  const own = await t.reportOf(server)
  const id = await t.diagnosed(server, own, {
    report: { ...own, nics: [someCard('02:00:00:00:00:09')], serial: 'OTHER' },
  })
  expect((await t.api.admin.get(at(server, id))).body.serial).toBe('8TN4K23')
})

it('is compared with the one before, or with any other of the server', async () => {
  const server = await t.server()
  const own = await t.reportOf(server)
  const first = await t.diagnosed(server, own)
  const second = await t.diagnosed(server, { ...own, memory_modules: [someModule('A1', '2B7E04D0')] })
  const third = await t.diagnosed(server, { ...own, disks: [someDisk('NEW')] })
  const kinds = async (report: number, more = '') => {
    const { body } = await t.api.admin.get(at(server, report, `/comparison${more}`))
    return [body.with?.id ?? null, body.differences?.map((one: { kind: string }) => one.kind)]
  }
  expect(await kinds(first)).toEqual([null, []])
  expect(await kinds(second)).toEqual([first, ['module_missing']])
  expect(await kinds(third, `?with=${first}`)).toEqual([first, ['disk_missing', 'disk_missing', 'disk_new']])
  const elsewhere = await t.server()
  const foreign = await t.diagnosed(elsewhere, await t.reportOf(elsewhere))
  expect(await t.api.admin.get(at(server, third, `/comparison?with=${foreign}`))).toMatchObject({ status: 400 })
  expect(await t.api.admin.get(at(server, foreign))).toMatchObject({ status: 404 })
  expect(await t.api.ann.get(at(server, first))).toMatchObject({ status: 403 })
})

it('asks for tests under load, and the server gets them', async () => {
  const server = await t.server()
  const body = { os_template_id: t.diag, clear_hdd: 'none', load: ['memory', 'cpu', 'memory'] }
  const started = await t.api.admin.post(`/dci/v3/server/${server}/diag`, body)
  expect(started.status).toBe(200)
  const { load } = await t.api.database.prisma.operation.findFirstOrThrow({ where: { server_id: server } })
  expect(load).toEqual(['memory', 'cpu'])
  const { key } = await t.booted(server, { load })
  expect(await t.desk.hello(key, await t.reportOf(server), t.asking)).toMatchObject({
    job: expect.arrayContaining([
      ['load', 'memory'],
      ['load', 'cpu'],
    ]),
  })
  const wrong = await t.api.admin.post(`/dci/v3/server/${server}/diag`, { ...body, load: ['fire'] })
  expect(wrong.status).toBe(400)
})
