import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'
import { openBus } from '../events/bus.ts'
import { beginRotation, checkMasterKey, endRotation, followMasterKey } from './master-key.ts'
import { resealAll } from './reseal.ts'
import { sealedColumns } from './sealed-places.ts'
import { fingerprint, openMasterKey, seal, unseal } from './secrets.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let account: number
beforeAll(async () => {
  database = await testDatabase()
  const made = await database.prisma.account.create({ data: { email: 'ann@example.com', roles: ['@user'] } })
  account = made.id
})
afterAll(() => database.drop())

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values)
const answerOf = (key: string) => ({ table: 'idempotency', id: `${account} ${key}`, column: 'answer' })
const totp = () => ({ table: 'account', id: account, column: 'totp_secret' })
const PANEL_KEY = { table: 'setting', id: 'panel_ssh_key', column: 'value' }

/** Sealed secrets in three tables: `count` answers, and one each of an account and a setting. */
async function fill(count: number) {
  const keys = Array.from({ length: count }, (_, n) => `k${n}`)
  await query('delete from idempotency')
  await query(
    `insert into idempotency (account_id, key, request_hash, answer) select $1, k, '', a from unnest($2::text[], $3::text[]) as x(k, a)`,
    [account, keys, keys.map((key) => seal(`answer ${key}`, answerOf(key)))],
  )
  await query('update account set totp_secret = $1', [seal('totp', totp())])
  await query(
    `insert into setting (name, value) values ('panel_ssh_key', $1) on conflict (name) do update set value = excluded.value`,
    [JSON.stringify({ publicKey: 'public', privateKey: seal('private', PANEL_KEY) })],
  )
}

async function opened() {
  const { rows } = await query('select key, answer from idempotency order by key')
  const { rows: accounts } = await query('select totp_secret from account')
  const { rows: settings } = await query(`select value from setting where name = 'panel_ssh_key'`)
  return [
    ...rows.map((row) => unseal(row.answer, answerOf(row.key)) === `answer ${row.key}`),
    unseal(accounts[0].totp_secret, totp()) === 'totp',
    unseal(settings[0].value.privateKey, PANEL_KEY) === 'private' && settings[0].value.publicKey === 'public',
  ].filter((right) => right).length
}

/** The test's process starts anew with a key. */
const startWith = (key: string) => openMasterKey('/nowhere', key)

describe('a change of the master key', () => {
  it('brings every secret under the new one, and refuses the old one', async () => {
    const old = randomBytes(32).toString('hex')
    startWith(old)
    await checkMasterKey()
    await fill(12_000)
    const print = fingerprint('recovery codes', 'x')
    const { rows } = await query('select answer from idempotency where key = $1', ['k7'])
    const next = (await beginRotation()) as string
    expect(await opened()).toBe(12_002)
    expect(await resealAll()).toEqual({ count: 12_002, lost: [] })
    expect(await resealAll()).toEqual({ count: 0, lost: [] })
    await endRotation()
    expect(await opened()).toBe(12_002)
    // Codes and hashes that cannot be made again still fit.
    expect(fingerprint('recovery codes', 'x')).toEqual(print)
    // Row-swap, and a value of before the change.
    const moved = (await query('select answer from idempotency where key = $1', ['k8'])).rows[0].answer
    expect(() => unseal(moved, answerOf('k9'))).toThrow()
    expect(() => unseal(rows[0].answer, answerOf('k7'))).toThrow('another master key')
    startWith(old)
    await expect(checkMasterKey()).rejects.toThrow('does not open the secrets of this database')
    await expect(opened()).rejects.toThrow()
    startWith(next)
    await checkMasterKey()
    expect(await opened()).toBe(12_002)
    expect(fingerprint('recovery codes', 'x')).toEqual(print)
  })

  it('goes on after a kill at any moment, while other processes work', async () => {
    await query(`delete from setting where name = 'master_key'`)
    const key = randomBytes(32).toString('hex')
    startWith(key)
    await checkMasterKey()
    await fill(12_000)
    const messages = openBus(database.url)
    await new Promise<void>((done) => void messages.onConnect(done))
    const stop = followMasterKey(messages)
    const folder = mkdtempSync(path.join(tmpdir(), 'datahall-rotation-'))
    let working = true
    const work = (async () => {
      for (let n = 0; working; n++) {
        const name = `k${n % 12_000}`
        await query('update idempotency set answer = $2 where key = $1', [name, seal(`answer ${name}`, answerOf(name))])
        const { rows } = await query('select answer from idempotency where key = $1', [`k${(n * 7) % 12_000}`])
        unseal(rows[0].answer, answerOf(`k${(n * 7) % 12_000}`))
      }
    })()
    try {
      for (const afterMs of [50, 3_100, 3_400]) {
        const run = rotateIn(folder, key)
        await begun(run)
        await wait(afterMs)
        run.kill('SIGKILL')
        await once(run, 'exit')
        expect(await opened()).toBe(12_002)
      }
      const { rows } = await query(`select value ? 'next' as going from setting where name = 'master_key'`)
      if (rows[0].going) expect(await once(rotateIn(folder, key), 'exit')).toEqual([0, null])
    } finally {
      working = false
      await work
      stop()
      await messages.close()
    }
    expect(await opened()).toBe(12_002)
    startWith(readFileSync(path.join(folder, 'master.key.new'), 'utf8').trim())
    await checkMasterKey()
    await resealAll()
    expect(await opened()).toBe(12_002)
    startWith(key)
    await expect(checkMasterKey()).rejects.toThrow('does not open')
    rmSync(folder, { recursive: true })
  })
})

const rotateIn = (folder: string, key: string) =>
  spawn(process.execPath, [path.resolve(import.meta.dirname, '../cli/admin.ts'), 'rotate-key'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: database.url, DATAHALL_DATA: folder, DATAHALL_MASTER_KEY: key },
  })

const begun = (run: ChildProcess) => new Promise<void>((done) => void run.stdout?.once('data', () => done()))

it('knows every column that the sources seal', () => {
  const server = path.resolve(import.meta.dirname, '..')
  const named = new Set<string>()
  for (const name of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || /test|fixture|testing/.test(name)) continue
    const text = readFileSync(path.join(server, name), 'utf8')
    for (const [, table, column] of text.matchAll(/table: '(\w+)',[^}]*?column: '(\w+)'/g))
      named.add(`${table}.${column}`)
  }
  const known = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
  expect([...named].filter((one) => !known.has(one)).sort()).toEqual([])
  expect(named.size).toBeGreaterThan(7)
})

it('finds each of its columns in the database', async () => {
  for (const { table, id, value } of sealedColumns)
    await query(`select ${id} as id, ${value} as value from ${table} where ${value} like 'sealed:%' limit 1`)
})
