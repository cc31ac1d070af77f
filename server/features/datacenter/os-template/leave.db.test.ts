import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { someReport } from '../../../domain/hardware-report/report-fixture.ts'
import { operationFixture } from '../operation/operation-fixture.ts'
import { forgetLocation } from './leave.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

const set = (id: number, data: object) => t.api.database.prisma.location.update({ where: { id }, data })
const removeServices = (id: number) => t.api.admin.delete(`/dci/v3/location/${id}/setup`)
const statusOf = async (template: number, location = t.site) => (await t.at(template, location))?.status

describe('a location without boot services', () => {
  it.each([
    ['that never had any', { status: 'need_setup', dhcp4_conf: {} }, 'set them up on the page of the location'],
    ['that lost its way in', { status: 'check_failed' }, 'set them up on the page of the location'],
    ['whose set-up failed', { status: 'setup_failed' }, 'set them up on the page of the location'],
    ['that is being set up', { status: 'setup' }, 'is being set up: wait'],
  ])('%s takes no template, in words', async (_, state, words) => {
    await set(t.site, state)
    expect(await t.refused(t.put(t.site, [t.diag]), 409)).toContain(words)
    expect(await statusOf(t.diag)).toBe('ok')
    await set(t.site, { status: 'ok', dhcp4_conf: { Dhcp4: {} } })
  })

  it('has no templates from the moment its services are being removed', async () => {
    const { status, body } = await removeServices(t.site)
    expect(status).toBe(200)
    expect(await t.at(t.diag, t.site)).toMatchObject({
      status: 'deleting',
      status_info: { version: null, fault: null },
    })
    expect((await t.api.admin.get(`/dci/v3/os_template/${t.diag}`)).body.status).toBe('none')
    // What is asked for meanwhile is that removal.
    expect((await t.take(t.site, t.diag)).body.task).toBe(body.task)
    expect(await t.refused(t.put(t.site, [t.diag]), 409)).toContain('is being set up')
    // Its control host is none that services could be removed from.
    t.startWorker()
    expect((await t.ended(body.task)).status).toBe('failed')
    await t.stopWorker()
    expect(await t.at(t.rescue, t.site)).toMatchObject({
      status: 'fail',
      status_info: { version: null, fault: expect.stringContaining('removal of the boot services has failed') },
    })
  })

  it('keeps its services while a template is brought there', async () => {
    await set(t.site, { status: 'ok' })
    const { body } = await t.put(t.site, [t.diag, t.rescue])
    const words = await t.refused(removeServices(t.site), 409)
    expect(words).toContain('The OS template diag is being brought to the location')
    t.startWorker()
    for (const task of body.task) expect((await t.ended(task)).status).toBe('complete')
    await t.stopWorker()
  })

  it('has none any more afterwards, and what repositories have no more goes with the last one', async () => {
    await t.api.database.prisma.os_template.update({ where: { id: t.rescue }, data: { offered: false } })
    await transaction((work) => forgetLocation(work, t.site))
    expect((await t.api.admin.get(`/dci/v3/os_template/${t.diag}`)).body.locations).toEqual([])
    expect((await t.api.admin.get(`/dci/v3/os_template/${t.rescue}`)).status).toBe(404)
  })
})

describe('a template that an operation uses', () => {
  it.each([
    ['diag', 'none'],
    ['clear_hdd', 'simple'],
  ])('stays in its location until that has ended: %s', async (type, clear_hdd) => {
    const { prisma } = t.api.database
    const { body } = await t.put(t.site, [t.diag])
    t.startWorker()
    expect((await t.ended(body.task[0])).status).toBe('complete')
    await t.stopWorker()
    const server = await t.server({ name: 'web-7' })
    await prisma.hardware_report.create({ data: { server_id: server, report: someReport() } })
    const begun = await t.api.admin.post(`/dci/v3/server/${server}/${type}`, {
      ...(type === 'diag' && { os_template_id: t.diag }),
      clear_hdd,
    })
    expect(begun.status).toBe(200)
    expect(await t.refused(t.take(t.site, t.diag), 409)).toBe(
      'An operation on the server web-7 uses diag: wait until it has ended, or cancel it',
    )
    expect(await statusOf(t.diag)).toBe('ok')
    const { list } = (await t.api.admin.get(`/dci/v3/server/${server}/operation`)).body
    await t.made(t.api.admin.post(`/dci/v3/operation/${list[0].id}/fail`, { reason: 'enough' }))
    await prisma.server.delete({ where: { id: server } })
    const { body: taken } = await t.take(t.site, t.diag)
    t.startWorker()
    expect((await t.ended(taken.task)).status).toBe('complete')
    await t.stopWorker()
  })

  it('is used or removed when both are asked for at the same moment', async () => {
    for (let n = 0; n < 6; n++) {
      const { task } = (await t.take(t.site, t.diag)).body ?? {}
      t.startWorker()
      if (task) await t.ended(task)
      await t.ended((await t.put(t.site, [t.diag])).body.task[0])
      await t.stopWorker()
      const server = await t.server()
      const [begun, taken] = await Promise.all([
        t.api.admin.post(`/dci/v3/server/${server}/diag`, { os_template_id: t.diag, clear_hdd: 'none' }),
        t.take(t.site, t.diag),
      ])
      expect([begun.status, taken.status].sort()).toEqual([200, 409])
      if (begun.status !== 200) continue
      const { list } = (await t.api.admin.get(`/dci/v3/server/${server}/operation`)).body
      await t.made(t.api.admin.post(`/dci/v3/operation/${list[0].id}/fail`, { reason: 'enough' }))
    }
  })
})
