import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
let id: number
const MiB = 2 ** 20

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  const { pool } = api.database
  await pool.query('truncate backup_location, backup, store_use, store_round restart identity cascade')
  const connection_params = { ip: '192.0.2.9', port: 22, login: 'backup', path: '/srv/backup' }
  const body = { name: 'vault', connection_params, skip_connection_check: true }
  id = (await api.admin.post('/vm/v3/backup_location', body)).body.id
})

const read = async () => (await api.admin.get(`/vm/v3/backup_location/${id}`)).body
const use = async (query = '') => (await api.admin.get(`/vm/v3/backup_location/${id}/use${query}`)).body

/** So many days, the last of them today, each with so much more, MiB. */
async function fill(days: number, from: number, step: number) {
  for (let n = 0; n < days; n++)
    await api.database.pool.query(
      'insert into store_use (location_id, day, stored_bytes, disk_bytes, backups) values ($1, current_date - $2::int, $3, $4, $5)',
      [id, days - 1 - n, (from + n * step) * MiB, (from + n * step) * 3 * MiB, n + 1],
    )
}
const set = (sql: string) => api.database.pool.query(`update backup_location set ${sql} where id = $1`, [id])

it('says nothing of the future while it knows too little', async () => {
  expect(await read()).toMatchObject({ growth_mib_per_day: null, full_in_days: null, stored_mib: null, round: null })
  expect(await use()).toEqual({ list: [], limit_mib: null, saved: null })
  await set('free_mib = 1000')
  await fill(3, 100, 10)
  expect(await read()).toMatchObject({ stored_mib: 120, backup_count: 3, growth_mib_per_day: null, full_in_days: null })
})

it('is full when its quota is used up, or what is free there, whichever comes first', async () => {
  await fill(11, 100, 10)
  expect((await read()).growth_mib_per_day).toBeCloseTo(10, 6)
  expect((await read()).full_in_days).toBeNull()
  await set('free_mib = 500')
  expect(await read()).toMatchObject({ stored_mib: 200, full_in_days: 50 })
  expect((await use()).limit_mib).toBe(700)
  await set('quota_mib = 300')
  expect(await read()).toMatchObject({ full_in_days: 10 })
  expect((await use()).limit_mib).toBe(300)
  const fills = async () =>
    (await api.admin.get('/vm/v3/problem')).body.list.filter((one: { kind: string }) => one.kind === 'backup_fills')
  expect(await fills()).toMatchObject([{ id, severity: 'warning' }])
  await set("status = 'full'")
  expect(await fills()).toEqual([])
  await set('quota_mib = 100')
  expect(await read()).toMatchObject({ full_in_days: 0 })
})

it('never gets full when it shrinks, and says no number of more than five years', async () => {
  await set('free_mib = 1000')
  await fill(10, 500, -10)
  const shrinks = await read()
  expect(shrinks.growth_mib_per_day).toBeCloseTo(-10, 6)
  expect(shrinks.full_in_days).toBeNull()
  await api.database.pool.query('delete from store_use')
  await set('free_mib = 1000000')
  await fill(10, 500, 10)
  expect((await read()).full_in_days).toBeNull()
})

it('looks back at the last thirty days alone', async () => {
  await set('free_mib = 1000')
  await fill(5, 100, 0)
  await api.database.pool.query(
    'insert into store_use (location_id, day, stored_bytes, disk_bytes, backups) values ($1, current_date - 200, 0, 0, 0)',
    [id],
  )
  expect(await read()).toMatchObject({ growth_mib_per_day: 0, full_in_days: null })
  expect((await use()).list).toHaveLength(5)
  expect((await use('?days=365')).list[0]).toMatchObject({ stored_mib: 0 })
  expect((await api.admin.get(`/vm/v3/backup_location/${id}/use?days=0`)).status).toBe(400)
})

it('tells what chunks save, and what the last round found', async () => {
  await fill(5, 100, 10)
  await api.database.pool.query(
    `insert into store_round (location_id, chunks, stored_bytes, trash_bytes, collected_at, verified_at, verify_fault, deep_next, damaged_count)
     values ($1, 250, $2, $3, now(), now(), '1 backups', 64, 2)`,
    [id, 140 * MiB, 3 * MiB],
  )
  expect((await use()).saved).toEqual({ disk_mib: 420, pieces_mib: 250, stored_mib: 140 })
  expect((await read()).round).toMatchObject({
    trash_mib: 3,
    fault: null,
    verify_fault: '1 backups',
    deep_at: null,
    deep_percent: 25,
    damaged_count: 2,
    verified_at: expect.any(String),
  })
})

it('lists what lies there by VM, and nothing that was deleted or is not there yet', async () => {
  const { prisma } = api.database
  const [one, two] = [randomUUID(), randomUUID()]
  const whole = { state: 'active', file: 'a'.repeat(32), digest: new Uint8Array(32) }
  const add = async (subject: string, host_name: string | null, over: object = {}, copy: object = {}) => {
    const { id: backup_id } = await prisma.backup.create({
      data: {
        ...{ name: 'b', run_id: randomUUID(), subject, mode: 'disk', host_name, internal_name: 'i', disk_name: 'd' },
        ...{ size_mib: 1000, state: 'active', made_at: new Date(), ...over },
      },
    })
    await prisma.backup_copy.create({
      data: { backup_id, location_id: id, ...whole, stored_bytes: 10 * MiB, ...copy },
    })
  }
  await add(one, 'web')
  await add(one, 'web', {}, { fault: 'a chunk is missing' })
  await add(one, 'web', { deleted_at: new Date() })
  await add(two, null, {}, { stored_bytes: 90 * MiB })
  await add(two, null, {}, { state: 'creating', file: null, digest: null })
  const { list, size } = (await api.admin.get(`/vm/v3/backup_location/${id}/host`)).body
  expect(size).toBe(2)
  expect(list).toMatchObject([
    { name: 'd', host: null, backups: 1, stored_mib: 90, disk_mib: 1000, damaged: 0 },
    { name: 'web', backups: 2, stored_mib: 20, disk_mib: 2000, damaged: 1 },
  ])
  const lying = await api.admin.get(`/vm/v3/backup?where=copy.backup_location EQ ${id}`)
  expect(lying.body.size).toBe(4)
  const damaged = await api.admin.get('/vm/v3/backup?where=copy.fault IS NOT NULL')
  expect(damaged.body.list).toHaveLength(1)
})

it('is for administrators', async () => {
  for (const path of ['use', 'host'])
    expect((await api.ann.get(`/vm/v3/backup_location/${id}/${path}`)).status, path).toBe(403)
  for (const path of ['use', 'host'])
    expect((await api.admin.get(`/vm/v3/backup_location/999/${path}`)).status, path).toBe(404)
})
