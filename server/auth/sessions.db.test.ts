import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '../../e2e/support/api.ts'
import { transaction } from '../db/transaction.ts'
import { bus } from '../events/bus.ts'
import { cleanUpAccess, endExpiredSessions } from './clean-up.ts'
import { createSession, type SessionKind } from './sessions.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const open = (kind: SessionKind = 'session', confirmed = true) =>
  transaction((work) =>
    createSession(work, {
      account_id: api.ann.id,
      kind,
      confirmed,
      ip: '127.0.0.1',
      userAgent: 'test',
      issued: { by: api.ann.id, with: 'password', grantUntil: null },
    }),
  )
const isAlive = async (token: string) => (await api.request('GET', '/auth/v4/whoami', { token })).status === 200

/** Resolves with the next ended session that is one of these. */
function ended(ids: number[]): Promise<number> {
  return new Promise((done) => {
    const stop = bus().on('session_ended', (payload) => {
      if (!ids.includes(Number(payload))) return
      stop()
      done(Number(payload))
    })
  })
}

describe('a session', () => {
  it('is one of at most ten in browsers: the oldest ends', async () => {
    const made = []
    for (let n = 0; n < 12; n++) made.push(await open())
    const alive = await Promise.all(made.map((s) => isAlive(s.token)))
    expect(alive).toEqual([false, false, ...Array(10).fill(true)])
    expect(await isAlive(api.ann.token)).toBe(true) // signed in with REST, where many tokens are normal
  })

  it('stays one of ten when many begin at the same moment', async () => {
    await Promise.all(Array.from({ length: 40 }, () => open()))
    const live = await api.database.prisma.session.count({ where: { account_id: api.ann.id, kind: 'session' } })
    expect(live).toBe(10)
  })

  it('does not end for those who never gave the second factor', async () => {
    const mine = await open()
    for (let n = 0; n < 20; n++) await open('session', false)
    expect(await isAlive(mine.token)).toBe(true)
    const pending = await api.database.prisma.session.count({ where: { account_id: api.ann.id, confirmed: false } })
    expect(pending).toBe(5)
  })

  it('ends without use, and however much it is used after twelve hours', async () => {
    const [idle, old] = [await open('rest'), await open('rest')]
    const change = (id: number, sql: string) => api.database.pool.query(`update session set ${sql} where id = $1`, [id])
    await change(idle.id, `seen_at = now() - interval '59 minutes'`)
    expect(await isAlive(idle.token)).toBe(true)
    // The use is noted beside the answer, and would undo what comes next.
    const seen = () => api.database.prisma.session.findUniqueOrThrow({ where: { id: idle.id } })
    await expect.poll(async () => Date.now() - (await seen()).seen_at.getTime()).toBeLessThan(30 * 60_000)
    await change(idle.id, `seen_at = now() - interval '61 minutes'`)
    expect(await isAlive(idle.token)).toBe(false)
    const hours = ((old.expires_at as Date).getTime() - Date.now()) / 3600_000
    expect(hours).toBeGreaterThan(11.9)
    expect(hours).toBeLessThanOrEqual(12)
    await change(old.id, `expires_at = now() - interval '1 second'`)
    expect(await isAlive(old.token)).toBe(false)
  })

  it('is listed to its owner alone, and ends everywhere at once when revoked', async () => {
    const one = await open()
    const { list } = (await api.ann.get(`/auth/v4/token?where=id EQ ${one.id}`)).body
    expect(list).toEqual([
      {
        id: String(one.id),
        kind: 'session',
        description: '',
        confirmed: true,
        expires_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        created_at: expect.any(String),
        seen_at: expect.any(String),
        ip: '127.0.0.1',
        last_ip: '127.0.0.1',
        user_agent: 'test',
        issuer: { id: api.ann.id, email: 'ann@example.com' },
        issued_with: 'password',
      },
    ])
    expect((await api.bob.get(`/auth/v4/token?where=id EQ ${one.id}`)).body.size).toBe(0)
    expect((await api.bob.delete(`/auth/v4/token/${one.id}`)).status).toBe(404)
    expect((await api.bob.delete(`/auth/v4/token/${one.token}`)).status).toBe(404)
    expect(await isAlive(one.token)).toBe(true)
    const heard = ended([one.id])
    expect((await api.ann.delete(`/auth/v4/token/${one.id}`)).body).toEqual({})
    expect(await heard).toBe(one.id)
    expect(await isAlive(one.token)).toBe(false)
  })

  it('is over for every call after its end, however many are under way', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, token } = await open('rest')
      const busy = Array.from({ length: 20 }, () => isAlive(token))
      await api.database.pool.query('delete from session where id = $1', [id])
      expect(await isAlive(token)).toBe(false)
      await Promise.all(busy)
    }
  })

  it('closes the stream of changes it holds open when it ends', async () => {
    const one = await open('rest')
    const response = await api.fetch('/api/events', { token: one.token })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('hello')
    const closed = (async () => {
      for (;;) if ((await reader.read()).done) return
    })()
    await api.request('DELETE', `/auth/v4/token/${one.token}`, { token: one.token })
    await closed
  })

  it('has its times from the settings, the open ones too', async () => {
    const set = (name: string, value: unknown) => api.admin.post(`/auth/v4/setting/${name}`, { value })
    const one = await open('rest')
    expect((await api.admin.get('/auth/v4/setting/token_ttl')).body).toEqual({ name: 'token_ttl', value: 3600 })
    expect((await set('token_ttl', 120)).body).toEqual({})
    expect((await api.admin.get('/auth/v4/setting/token_ttl')).body).toEqual({ name: 'token_ttl', value: 120 })
    await api.database.pool.query(`update session set seen_at = now() - interval '121 seconds' where id = $1`, [one.id])
    expect(await isAlive(one.token)).toBe(false)
    expect((await set('session_max_age', 600)).status).toBe(200)
    const later = await open('rest')
    expect(((later.expires_at as Date).getTime() - Date.now()) / 1000).toBeLessThanOrEqual(600)
    for (const wrong of [0, -1, 1.5, '60', null, {}, 10 ** 9])
      expect([wrong, (await set('token_ttl', wrong)).status]).toEqual([wrong, 400])
    expect((await set('token_ttl', undefined)).status).toBe(400)
    expect((await set('nonsense', 1)).status).toBe(404)
    expect((await api.admin.get('/auth/v4/setting/constructor')).status).toBe(404)
    expect((await api.ann.get('/auth/v4/setting/token_ttl')).status).toBe(403)
    await set('token_ttl', 3600)
    await set('session_max_age', 43_200)
  })
})

describe('cleaning up', () => {
  it('ends sessions that are over, which closes what they hold open, and no others', async () => {
    const [over, idle, live, token] = [await open('rest'), await open('rest'), await open('rest'), await open('token')]
    await api.database.pool.query(`update session set expires_at = now() - interval '1 second' where id = $1`, [
      over.id,
    ])
    await api.database.pool.query(`update session set seen_at = now() - interval '2 hours' where id = any($1)`, [
      [idle.id, token.id],
    ])
    const heard = ended([over.id])
    await endExpiredSessions()
    await heard
    const left = await api.database.prisma.session.findMany({
      where: { id: { in: [over.id, idle.id, live.id, token.id] } },
      orderBy: { id: 'asc' },
    })
    expect(left.map((s) => s.id)).toEqual([live.id, token.id])
  })

  it('removes keys, tickets, failures, networks and answers that have run out, and no others', async () => {
    const { pool } = api.database
    await pool.query(`insert into sign_in_key (key_hash, account_id, expires_at)
      select sha256(x::text::bytea), ${api.ann.id}, now() + x * interval '1 minute' from unnest(array[-1, 1]) x`)
    await pool.query(`insert into sign_in_failure (subject, failures, last_at)
      select 's' || x, 5, now() - x * interval '1 minute' from unnest(array[10, 61]) x`)
    await pool.query(`insert into known_network (account_id, network, seen_at)
      select ${api.bob.id}, '10.0.' || x || '.0/24', now() - x * interval '1 day' from unnest(array[89, 91]) x`)
    await pool.query(`insert into idempotency (account_id, key, request_hash, created_at)
      select ${api.ann.id}, 'k' || x, '', now() - x * interval '1 hour' from unnest(array[23, 25]) x`)
    await cleanUpAccess()
    const left = async (sql: string) => (await pool.query(sql)).rows.map((row) => Object.values(row)[0])
    expect(await left('select count(*)::int from sign_in_key')).toEqual([1])
    expect(await left(`select subject from sign_in_failure where subject like 's%'`)).toEqual(['s10'])
    expect(await left(`select network from known_network where network like '10.0.%'`)).toEqual(['10.0.89.0/24'])
    expect(await left('select key from idempotency')).toEqual(['k23'])
  })
})

it('is refused to people suspended while they sign in', async () => {
  await api.database.prisma.account.update({ where: { id: api.bob.id }, data: { state: 'suspended' } })
  const signIn = () =>
    api.request('POST', '/auth/v4/public/token', { body: { email: 'bob@example.com', password: PASSWORD } })
  expect((await signIn()).status).toBe(403)
  await expect(
    transaction((work) =>
      createSession(work, {
        account_id: api.bob.id,
        kind: 'rest',
        confirmed: true,
        ip: '::1',
        userAgent: '',
        issued: { by: api.bob.id, with: 'password', grantUntil: null },
      }),
    ),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
