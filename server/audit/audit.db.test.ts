import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApi } from '../../e2e/support/api.ts'
import { forgetFormerKey, openMasterKey, turnMasterKey } from '../db/secrets.ts'
import { transaction } from '../db/transaction.ts'
import { type Head, macOf, readCopy, readHead, resealHead } from './head.ts'
import { recordAudit, sealSoon, startSealing } from './seal.ts'
import { verifyAudit } from './verify.ts'

let api: Awaited<ReturnType<typeof testApi>>
let folder: string
let stop: () => Promise<void>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
const check = async () => verifyAudit(api.database.pool, await readHead(api.database.pool), readCopy(folder))
const record = (operation: string, count = 1) =>
  transaction((work) =>
    recordAudit(
      work,
      Array.from({ length: count }, (_, n) => ({ operation, entity_id: n, request_id: `r${n}` })),
    ),
  )

/** A chain of twenty records of its own, sealed, with its copy in the folder. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'datahall-audit-'))
  await query('truncate audit')
  await query('delete from audit_head')
  stop = startSealing(folder)
  for (let n = 0; n < 10; n++) await record(`TEST ${n}`, 2)
  await sealSoon()
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('the audit chain', () => {
  it('is sealed with every change, up to its last record', async () => {
    expect(await check()).toBeNull()
    const { rows } = await query('select max(id) as id, count(*)::int as n from audit')
    expect(await readHead(api.database.pool)).toMatchObject({ count: rows[0].n, last_id: rows[0].id })
    await api.ann.post('/auth/v4/token', {})
    await sealSoon()
    expect(await readHead(api.database.pool)).toMatchObject({ count: 21 })
    expect(await check()).toBeNull()
  })

  it.each([
    ['its last record', 'delete from audit where id = (select max(id) from audit)', 1],
    ['its last ten records', 'delete from audit where id in (select id from audit order by id desc limit 10)', 10],
    ['all of it', 'delete from audit', 20],
  ])('misses %s', async (_, cut, n) => {
    await query(cut)
    const found = { kind: 'missing', sealed: 20, found: 20 - n }
    expect(await check()).toMatchObject(found)
    // Nothing is sealed over it.
    await record('AFTERWARDS')
    await sealSoon()
    expect(await readHead(api.database.pool)).toMatchObject({ count: 20 })
    expect(await check()).not.toBeNull()
  })

  it('names the first record that was changed, removed or moved', async () => {
    const { rows } = await query('select id from audit order by id')
    const id = (n: number) => rows[n].id as number
    const cases: [string, number][] = [
      [`update audit set operation = 'OTHER' where id = ${id(4)}`, id(4)],
      [`delete from audit where id = ${id(7)}`, id(8)],
      [
        `update audit set entity_id = 9, hash = audit_hash((select hash from audit where id = ${id(18)}), a) from audit a where audit.id = ${id(19)} and a.id = ${id(19)}`,
        id(19),
      ],
    ]
    for (const [sql, wanted] of cases) {
      const client = await api.database.pool.connect()
      try {
        await client.query('begin')
        await client.query(sql)
        expect([sql, await verifyAudit(client, await readHead(client as never), readCopy(folder))]).toMatchObject([
          sql,
          { kind: 'record', id: wanted },
        ])
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
  })

  it('finds a head that was removed, forged, or put back together with the records', async () => {
    const { rows } = await query('select count, last_id, hash, mac from audit_head')
    const old = rows[0]
    await record('LATER', 5)
    await sealSoon()
    await stop()
    stop = async () => {}
    const set = (values: unknown[]) =>
      query('update audit_head set count = $1, last_id = $2, hash = $3, mac = $4', values)
    const now = (await query('select count, last_id, hash, mac from audit_head')).rows[0]
    await set([24, now.last_id, now.hash, now.mac])
    expect(await check()).toMatchObject({ kind: 'head' })
    await query('delete from audit where id > $1', [old.last_id])
    await set([old.count, old.last_id, old.hash, old.mac])
    expect(await check()).toMatchObject({ kind: 'missing', sealed: 25, found: 20 })
    stop = startSealing(folder)
    await sealSoon()
    expect(readCopy(folder)?.count).toBe(25)
    await query('delete from audit_head')
    expect(await check()).toMatchObject({ kind: 'head', sealed: 25 })
  })

  it('is sealed anew by a change of the master key, and then not with the one before', async () => {
    const { pool } = api.database
    const before = (await readHead(pool)) as Head
    const last = (await query('select id, hash from audit order by id desc offset 5 limit 1')).rows[0]
    const cut = { count: before.count - 5, last_id: last.id as number, hash: last.hash.toString('hex') as string }
    const forged = macOf(cut)
    // Written once a second: it may be behind.
    const copy = readCopy(folder) as Head
    try {
      turnMasterKey(randomBytes(32))
      expect(await check()).toBeNull()
      const elsewhere = mkdtempSync(path.join(tmpdir(), 'datahall-audit-'))
      cpSync(folder, elsewhere, { recursive: true })
      await resealHead(pool, folder)
      forgetFormerKey()
      expect(await check()).toBeNull()
      expect(await readHead(pool)).toMatchObject({ count: before.count })
      expect(readCopy(folder)).toEqual({ ...copy, mac: macOf(copy) })
      expect(macOf(copy)).not.toBe(copy.mac)
      // The copy of a process that did not run meanwhile is neither believed nor taken for a forgery.
      expect(readCopy(elsewhere)).toBeNull()
      rmSync(elsewhere, { recursive: true })
      await record('LATER')
      await sealSoon()
      expect(await check()).toBeNull()
      await query('delete from audit where id > $1', [cut.last_id])
      await query(`update audit_head set count = $1, last_id = $2, hash = decode($3, 'hex'), mac = decode($4, 'hex')`, [
        ...[cut.count, cut.last_id, cut.hash, forged],
      ])
      expect(await check()).toMatchObject({ kind: 'head' })
    } finally {
      openMasterKey(folder, api.database.masterKey)
    }
  })

  it('is sealed by the next process when one ended between its commit and the seal', async () => {
    await stop()
    await record('UNSEALED', 3)
    expect(await readHead(api.database.pool)).toMatchObject({ count: 20 })
    expect(await check()).toBeNull()
    stop = startSealing(folder)
    await sealSoon()
    expect(await readHead(api.database.pool)).toMatchObject({ count: 23 })
  })
})
