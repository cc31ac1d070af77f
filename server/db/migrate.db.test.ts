import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'
import { catalogue, schemaSql } from '../../prisma/engine.mjs'
import { changed } from '../events/changes.ts'
import { transaction } from './transaction.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('has migrations that lead to the schema', async () => {
  const read = (pool: Pool) => catalogue(async (text: string) => (await pool.query(text)).rows)
  await database.pool.query('create database drift')
  const at = new URL(database.url)
  at.pathname = '/drift'
  const drift = new Pool({ connectionString: at.href })
  drift.on('error', () => {}) // dropping the database may cut an idle connection
  await drift.query(await schemaSql(database.url, null))
  const wanted = await read(drift)
  await drift.end()
  await database.pool.query('drop database drift with (force)')
  expect(await read(database.pool)).toEqual(wanted)
})

it('writes changes with the transaction, or not at all', async () => {
  const note = (id: number) =>
    transaction(async (work) => changed(work, { entity: 'host', entity_id: id, event: 'update' }))
  await note(1)
  await expect(
    transaction(async (work) => {
      changed(work, { entity: 'host', entity_id: 2, event: 'update' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const rows = await database.prisma.change.findMany()
  expect(rows.map((row) => row.entity_id)).toEqual([1])
})

it('numbers changes in the order of commits: every snapshot is a prefix', async () => {
  let writing = true
  const snapshots: number[][] = []
  const reader = (async () => {
    while (writing) {
      const { rows } = await database.pool.query('select id from change order by id')
      snapshots.push(rows.map((row) => row.id))
    }
  })()
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      transaction(async (work) => {
        changed(work, { entity: 'rack', entity_id: n, event: 'create' })
        await work.sql('select pg_sleep($1::float8)::text', [(n % 5) / 200])
      }),
    ),
  )
  writing = false
  await reader
  const { rows } = await database.pool.query('select id from change order by id')
  const all = rows.map((row) => row.id)
  for (const seen of snapshots) expect(seen).toEqual(all.slice(0, seen.length))
})

it('numbers them at the commit, without waiting for open transactions', async () => {
  const note = (id: number) => [JSON.stringify([{ entity: 'late', entity_id: id, event: 'create' }])]
  const open = await database.pool.connect()
  await open.query('begin')
  await open.query('select record_changes($1)', note(1))
  await open.query('select record_audit($1)', [JSON.stringify([{ operation: 'late', request_id: 'r' }])])
  await database.pool.query('select record_changes($1)', note(2))
  await database.pool.query('select record_audit($1)', [JSON.stringify([{ operation: 'early', request_id: 'r' }])])
  await open.query('commit')
  open.release()
  const { rows } = await database.pool.query("select entity_id from change where entity = 'late' order by id")
  expect(rows).toEqual([{ entity_id: 2 }, { entity_id: 1 }])
  const audit = await database.pool.query('select operation from audit order by id')
  expect(audit.rows).toEqual([{ operation: 'early' }, { operation: 'late' }])
  expect((await database.pool.query('select * from unpublished')).rows).toEqual([])
})

it('finds a changed audit record', async () => {
  const record = (operation: string) => ({ operation, request_id: 'r', input: { a: 1 } })
  await database.pool.query('delete from audit')
  await database.pool.query('select record_audit($1)', [
    JSON.stringify([record('one'), record('two'), record('three')]),
  ])
  const broken = async () => (await database.pool.query('select audit_broken() as id')).rows[0].id
  expect(await broken()).toBeNull()
  await database.pool.query("update audit set operation = 'other' where operation = 'two'")
  const { rows } = await database.pool.query("select id from audit where operation = 'other'")
  expect(await broken()).toBe(rows[0].id)
})
