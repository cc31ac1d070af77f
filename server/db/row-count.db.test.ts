import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(`create table counted (id serial primary key, note text)`)
  await database.pool.query(`insert into counted (note) select 'old' from generate_series(1, 10)`)
  await database.pool.query(`select track_rows('counted')`)
})
afterAll(() => database.drop())

const bothCounts = async () => {
  const { rows } = await database.pool.query(
    `select (select count(*) from counted)::int as counted, total_rows('counted')::int as kept`,
  )
  return rows[0] as { counted: number; kept: number }
}

it('starts from the rows that are there', async () => {
  expect(await bothCounts()).toEqual({ counted: 10, kept: 10 })
})

it('is exact in every snapshot while writers commit and roll back side by side', async () => {
  let writing = true
  const seen: { counted: number; kept: number }[] = []
  const reader = (async () => {
    while (writing) seen.push(await bothCounts())
  })()
  const writer = async (number: number) => {
    const client = await database.pool.connect()
    for (let round = 0; round < 60; round++) {
      await client.query('begin')
      await client.query(`insert into counted (note) select $1 from generate_series(1, 3)`, [`w${number}`])
      await client.query(`delete from counted where id = (select min(id) from counted where note = $1)`, [`w${number}`])
      await client.query(round % 5 === 4 ? 'rollback' : 'commit')
    }
    client.release()
  }
  await Promise.all([1, 2, 3, 4, 5, 6].map(writer))
  writing = false
  await reader
  expect(seen.length).toBeGreaterThan(5)
  for (const { counted, kept } of seen) expect(kept).toBe(counted)
  expect(await bothCounts()).toEqual({ counted: 10 + 6 * 48 * 2, kept: 10 + 6 * 48 * 2 })
})

it('sums its differences up, so that reading stays cheap', async () => {
  for (let n = 0; n < 130; n++) await database.pool.query(`insert into counted (note) values ('more')`)
  const { rows } = await database.pool.query(
    `select count(*)::int as differences from row_count where name = 'counted'`,
  )
  expect(rows[0].differences).toBeLessThanOrEqual(64)
})

it('leaves a writer of a repeatable-read transaction alone', async () => {
  const client = await database.pool.connect()
  for (let n = 0; n < 70; n++) {
    await client.query('begin isolation level repeatable read')
    await client.query('select 1 from counted limit 1')
    await database.pool.query(`insert into counted (note) values ('meanwhile')`)
    await client.query(`insert into counted (note) values ('slow')`)
    await client.query('commit')
  }
  client.release()
  const { counted, kept } = await bothCounts()
  expect(kept).toBe(counted)
})

it('follows upserts, deletions by foreign key and truncation', async () => {
  await database.pool.query(
    `insert into counted (id, note) values (1, 'x'), (1000000, 'y') on conflict (id) do update set note = 'z'`,
  )
  await database.pool.query(`create table parent (id int primary key)`)
  await database.pool.query(`alter table counted add parent_id int references parent on delete cascade`)
  await database.pool.query(`insert into parent values (1)`)
  await database.pool.query(`insert into counted (parent_id) values (1), (1)`)
  await database.pool.query(`delete from parent`)
  const { counted, kept } = await bothCounts()
  expect(kept).toBe(counted)
  await database.pool.query('truncate counted')
  expect(await bothCounts()).toEqual({ counted: 0, kept: 0 })
})
