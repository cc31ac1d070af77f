import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { bootedFixture } from './booted-fixture.ts'
import { endOperation, noteStep } from './record.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
beforeAll(async () => {
  t = await bootedFixture()
})
afterAll(() => t.close())

/** An operation from its claim to its end, with a step of each of these names. */
async function operation(server: number, data: Record<string, unknown>, steps: string[], end: 'ok' | 'fail') {
  const { prisma } = t.api.database
  const { id } = await t.booted(server, data)
  await prisma.server.update({ where: { id: server }, data: { operation_id: id } })
  await transaction(async (work) => {
    for (const step of steps) await noteStep(work, id, step, null, null)
    await endOperation(work, id, end, null)
  })
  return id
}

const installed = async (server: number) => (await t.api.admin.get(`/dci/v3/server/${server}`)).body.installed

it('a server tells what was installed on it, until those disks are written again', async () => {
  const server = await t.server()
  expect(await installed(server)).toBeNull()
  const asked = { type: 'install', template: 'small 1', disks: ['A1', 'A2'], hdd_raid: 'raid_1' }
  const id = await operation(server, asked, ['wipe', 'image', 'local_boot'], 'ok')
  const shown = { operation: id, system: 'small 1', raid: 'raid_1', disks: ['A1', 'A2'], by: 'admin@example.com' }
  expect(await installed(server)).toMatchObject({ ...shown, at: expect.any(String) })
  const { body } = await t.api.admin.get(`/dci/v3/server/${server}`)
  expect(body.os_template).toEqual({ id: 0, name: 'small 1', tags: [] })
  const found = await t.api.admin.get(`/dci/v3/server?where=installed.system EQ 'small 1'`)
  expect(found.body.list.map((one: { id: number }) => one.id)).toEqual([server])
  const { id: small } = await t.api.database.prisma.os_template.findFirstOrThrow()
  await t.api.database.prisma.operation.update({ where: { id }, data: { os_template_id: small } })
  const ofTemplate = (template: number) =>
    t.api.admin.get(`/dci/v3/server?where=os_template EQ ${template}&orderby=installed.at desc`)
  expect((await ofTemplate(small)).body).toMatchObject({ size: 1, list: [{ id: server }] })
  expect((await ofTemplate(small + 1)).body).toMatchObject({ size: 0 })

  await operation(server, { type: 'diag' }, ['report'], 'ok')
  await operation(server, { type: 'clear_hdd', disks: ['B1'] }, ['wipe'], 'ok')
  expect(await installed(server)).toMatchObject(shown)
  await operation(server, { type: 'install', template: 'other 1', disks: ['A2'] }, ['system'], 'fail')
  expect(await installed(server)).toMatchObject(shown)
  await operation(server, { type: 'install', template: 'other 1', disks: ['A2'] }, ['wipe', 'image'], 'fail')
  expect(await installed(server)).toBeNull()
})

it('of an installation without an array the disks that were only cleared may be cleared again', async () => {
  const server = await t.server()
  await operation(server, { type: 'install', template: 'small 1', disks: ['A1', 'A2'] }, ['wipe', 'image'], 'ok')
  await operation(server, { type: 'clear_hdd', disks: ['A2'] }, ['wipe'], 'ok')
  expect(await installed(server)).toMatchObject({ disks: ['A1'] })
  await operation(server, { type: 'clear_hdd', disks: ['A1'] }, ['wipe'], 'ok')
  expect(await installed(server)).toBeNull()
})

it('where nobody chose disks, those that hold the system are shown, and clearing one of them ends it', async () => {
  const server = await t.server()
  const cleared = (serial: string, wwn = '') => ({ serial, wwn, model: 'M', method: 'discard' })
  const result = { ok: true, disks: [cleared('', 'eui.1'), cleared('F2')] }
  const steps = ['wipe', 'image', 'local_boot']
  // Without an array it is on the first, and the others are only cleared.
  await operation(server, { type: 'install', template: 'small 1', disks: ['A1', 'A2'] }, steps, 'ok')
  expect(await installed(server)).toMatchObject({ disks: ['A1'], raid: 'no_raid' })
  await operation(server, { type: 'install', template: 'small 1', hdd_raid: 'raid_1', result }, steps, 'ok')
  expect(await installed(server)).toMatchObject({ disks: ['eui.1', 'F2'], raid: 'raid_1' })
  await operation(server, { type: 'install', template: 'small 1', result }, steps, 'ok')
  expect(await installed(server)).toMatchObject({ disks: ['eui.1'], raid: 'no_raid' })
  await operation(server, { type: 'diag', disks: ['F2'] }, ['wipe'], 'ok')
  expect(await installed(server)).toMatchObject({ disks: ['eui.1'] })
  await operation(server, { type: 'diag', disks: ['eui.1'] }, ['wipe'], 'ok')
  expect(await installed(server)).toBeNull()
  await operation(server, { type: 'install', template: 'small 1', result }, steps, 'ok')
  await operation(server, { type: 'clear_hdd' }, ['wipe'], 'fail')
  expect(await installed(server)).toBeNull()
})
