import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../db/transaction.ts'
import { scheduleWorld } from '../../features/virtualization/schedule/fixture.ts'
import { demoMissed, demoSchedules } from './plan/schedules.ts'
import { claimBackups, writeScheduleHistory } from './schedules.ts'

let t: Awaited<ReturnType<typeof scheduleWorld>>
beforeAll(async () => {
  t = await scheduleWorld()
})
afterAll(() => t.close())

it('has VMs that are backed up, that wait, and that were missed with the reason', async () => {
  const [name = ''] = demoMissed
  const [saved, missed] = [await t.host('saved'), await t.host(name), await t.host('waits')]
  const ids: number[] = []
  for (const plan of demoSchedules) ids.push(await t.schedule({ name: plan.name, hosts: [saved.id] }))
  await t.pool.query('delete from schedule_host')
  await t.pool.query('insert into schedule_cluster values ($1, $2)', [ids[0], t.cluster])
  const made = await t.backup(saved.disks[0]!, null, 20)
  await transaction(async (work) => {
    await writeScheduleHistory(work, ids)
    await claimBackups(work, t.cluster, ids)
  })
  // Backups are of a cluster.
  expect((await t.prisma.backup.findUniqueOrThrow({ where: { id: made } })).schedule_id).toBeNull()
  await t.prisma.backup.update({ where: { id: made }, data: { cluster_id: t.cluster } })
  await transaction((work) => claimBackups(work, t.cluster, ids))
  expect((await t.prisma.backup.findUniqueOrThrow({ where: { id: made } })).schedule_id).toBe(ids[0])
  const { list } = (await t.admin.get('/vm/v3/schedule_coverage?orderby=id')).body
  expect(list.map((row: { state: string; reason: string | null }) => [row.state, row.reason])).toEqual([
    ['in_time', null],
    ['no_backup', 'run_failed'],
    ['waits', null],
  ])
  expect(list[1]).toMatchObject({ id: missed.id, cause: 'The backup location does not answer' })
})
