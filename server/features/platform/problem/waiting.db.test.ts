import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { startByHand } from '../../../domain/operation/steps.ts'
import type { Problems } from '../../../domain/problem/record.ts'
import { machineFixture } from '../../datacenter/machine/machine-fixture.ts'
import { machineReport, nic } from '../../datacenter/machine/report-fixture.ts'
import { endOperation, noteStep } from '../../datacenter/operation/record.ts'

let t: Awaited<ReturnType<typeof machineFixture>>
beforeAll(async () => {
  t = await machineFixture()
})
afterAll(() => t.close())

const waiting = async (who = t.api.admin) => {
  const { list } = (await who.get('/vm/v3/problem')).body as Problems
  return list.filter(({ kind }) => kind === 'discovery' || kind === 'operation_waits')
}

it('is one problem a location for machines that nobody has adopted or ignored', async () => {
  expect(await waiting()).toEqual([])
  await t.booted(machineReport([nic('3c:ec:ef:00:00:01')], { serial: 'S-1' }), '10.77.0.11')
  await t.booted(machineReport([nic('3c:ec:ef:00:00:02')], { serial: 'S-2' }), '10.77.0.12')
  const [first, second] = await t.rows()
  expect(await waiting()).toMatchObject([
    {
      ...{ kind: 'discovery', severity: 'warning', entity: 'location', id: t.site, hosts: 2 },
      since: first?.first_seen_at.toISOString(),
    },
  ])
  const seen = (hours: number) => ({
    where: { id: second?.id ?? 0 },
    data: { seen_at: new Date(Date.now() - hours * 3_600_000) },
  })
  await t.api.database.prisma.machine.update(seen(25))
  expect(await waiting()).toMatchObject([{ hosts: 1 }])
  await t.api.database.prisma.machine.update(seen(23))
  expect(await waiting()).toMatchObject([{ hosts: 2 }])
  expect((await t.api.admin.post(`/dci/v3/machine/${first?.id}/ignore`, {})).status).toBe(200)
  expect(await waiting()).toMatchObject([{ hosts: 1, since: second?.first_seen_at.toISOString() }])
  const as = { state: 'adopted', server_id: await t.server() }
  await t.api.database.prisma.machine.update({ where: { id: second?.id ?? 0 }, data: as })
  expect(await waiting()).toEqual([])
})

it('is a problem of a server whose operation stands until somebody starts it, also for its owner', async () => {
  const server = await t.server({ owner_id: t.api.ann.id })
  await t.api.admin.post(`/dci/v3/server/${server}/rescue`, { os_template_id: t.rescue, password: 'let-me-in' })
  const { operation_id } = await t.api.database.prisma.server.findUniqueOrThrow({ where: { id: server } })
  const id = operation_id ?? 0
  const note = (name: string, words = startByHand) => transaction((work) => noteStep(work, id, name, words, 10))
  await note('reserve')
  expect(await waiting()).toEqual([])
  await note('power')
  const wanted = { kind: 'operation_waits', severity: 'warning', entity: 'server', id: server }
  expect(await waiting()).toMatchObject([wanted])
  expect(await waiting(t.api.ann)).toMatchObject([wanted])
  expect(await waiting(t.api.bob)).toEqual([])
  expect((await t.api.admin.get(`/dci/v3/server/${server}`)).body.health).toMatchObject({ kind: 'operation_waits' })
  await note('loader')
  expect(await waiting()).toEqual([])
  await note('power')
  expect(await waiting()).toHaveLength(1)
  await transaction((work) => endOperation(work, id, 'cancelled', null))
  expect(await waiting()).toEqual([])
})
