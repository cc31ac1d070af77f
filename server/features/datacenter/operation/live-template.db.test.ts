import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { someReport } from '../../../domain/hardware-report/report-fixture.ts'
import { keepReport } from '../hardware-report/store.ts'
import { liveTemplate } from './live-template.ts'
import { operationFixture } from './operation-fixture.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

it('of live systems for several kinds of machines a server boots one of its own kind', async () => {
  const { prisma } = t.api.database
  // The newer one is for other processors.
  await prisma.os_template.update({ where: { id: t.diag }, data: { arch: 'x86_64', firmware: ['bios', 'uefi'] } })
  await prisma.os_template.update({
    where: { id: t.rescue },
    data: { type: 'diag', arch: 'aarch64', firmware: ['uefi'] },
  })
  const named = async (server_id: number | null) => (await liveTemplate(t.site, 'clear_hdd', null, server_id)).name
  const reported = async (arch: 'x86_64' | 'aarch64', firmware: 'bios' | 'uefi') => {
    const server_id = await t.server()
    const report = someReport({ arch, firmware })
    await transaction((work) => keepReport(work, { server_id, operation_id: null, report }))
    return server_id
  }
  expect(await named(await reported('x86_64', 'uefi'))).toBe('diag')
  expect(await named(await reported('aarch64', 'uefi'))).toBe('rescue')
  for (const unknown of [await t.server(), null]) expect(await named(unknown)).toBe('rescue')

  await prisma.os_template.update({ where: { id: t.rescue }, data: { arch: 'x86_64' } })
  const old = await reported('x86_64', 'bios')
  expect(await named(old)).toBe('diag')
  expect((await t.api.admin.get(`/dci/v3/server/${old}/install_plan`)).body.live).toBe(true)
  await prisma.os_template.update({ where: { id: t.diag }, data: { firmware: ['uefi'] } })
  await expect(named(old)).rejects.toThrow('no live system that the server can boot')
  expect((await t.api.admin.get(`/dci/v3/server/${old}/install_plan`)).body.live).toBe(false)
  const refused = await t.api.admin.post(`/dci/v3/server/${old}/clear_hdd`, { clear_hdd: 'simple' })
  expect(refused.body.error.msg).toContain('no live system that the server can boot')
})
