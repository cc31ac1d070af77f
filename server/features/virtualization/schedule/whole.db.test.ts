import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBackups } from '../backup/fixture.ts'
import { backUp } from './back-up.ts'
import { lookAtSchedules } from './look.ts'
import { retain } from './retain.ts'

let t: Awaited<ReturnType<typeof startBackups>>
beforeAll(async () => {
  t = await startBackups()
})
afterAll(() => t.close())

const LONG = { timeout: 120_000, interval: 50 }

it('backs up a cluster into its location by the worker, and takes away what is kept no longer', async () => {
  const location = await t.location('vault')
  const hosts = [await t.vm('one'), await t.vm('two')]
  const start_time = { hour: 2, minute: 30 }
  const targets = { clusters: [t.cluster], backup_locations: [location.id] }
  const body = { name: 'N', type: 'daily', start_time, time_zone: 'UTC', limit_count: 1, limit_mib_s: 1000, ...targets }
  const { id } = (await t.admin.post('/vm/v3/schedule', body)).body
  const newest = async () => (await t.admin.get(`/vm/v3/schedule_run?where=schedule EQ ${id}`)).body.list[0]
  const run = async () => {
    expect((await t.admin.post(`/vm/v3/schedule/${id}/run`)).status).toBe(200)
    // The worker looks every ten seconds; what a test waits for it looks at itself.
    const looked = async () => {
      await lookAtSchedules(backUp, t.patience())
      return (await newest()).state
    }
    await expect.poll(looked, LONG).not.toBe('running')
    expect(await newest()).toMatchObject({ state: 'done', disks: 2, done: 2, failed: 0, reason: null })
  }
  await run()
  for (const host of hosts) {
    const [made] = await t.backups(host)
    expect(made).toMatchObject({
      state: 'active',
      mode: 'host_main',
      schedule: id,
      backup_location: { id: location.id },
    })
  }
  await run()
  await retain(null, t.patience())
  for (const host of hosts)
    await expect
      .poll(async () => (await t.backups(host)).map(({ state }: { state: string }) => state), LONG)
      .toEqual(['active'])
  expect((await t.admin.get('/vm/v3/deleted/backup')).body.size).toBe(2)
  expect((await t.admin.get('/vm/v3/schedule_coverage')).body.list).toMatchObject([
    { state: 'in_time' },
    { state: 'in_time' },
  ])

  const other = await t.admin.post(`/vm/v3/backup_location/${location.id}`, {
    schedules: [],
    skip_connection_check: true,
  })
  expect(other.status).toBe(200)
  expect((await t.admin.get(`/vm/v3/schedule/${id}`)).body.backup_locations).toEqual([])
})
