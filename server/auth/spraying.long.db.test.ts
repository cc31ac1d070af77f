import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../e2e/support/api.ts'
import { metrics } from '../process/metrics.ts'
import { hashPassword } from './password.ts'
import { api, forgetSpraying, longWaits, newcomer, signIn, somewhereNew, startSignIn } from './sign-in-fixture.ts'
import { SPRAYING } from './spraying.ts'

beforeAll(startSignIn)
beforeEach(forgetSpraying)
afterAll(() => api.close())

describe('one password tried on many accounts from many networks', () => {
  longWaits()
  const hashes = async () => (await metrics().passwordHashes.get()).values[0]?.value ?? 0

  it('reaches the hash 30 times, then once a minute, while owners get in from networks they are known in', async () => {
    const [email, home] = [await newcomer(), somewhereNew()]
    expect((await signIn(email, PASSWORD, home)).status).toBe(201)
    const [before, from] = [await hashes(), Date.now()]
    const statuses: number[] = []
    const tries = Array.from({ length: 600 }, (_, n) => ({ email: `sprayed${n}@example.com`, ip: somewhereNew() }))
    await Promise.all(
      Array.from({ length: 60 }, async () => {
        for (let next = tries.pop(); next; next = tries.pop())
          statuses.push((await signIn(next.email, 'Summer-2026', next.ip)).status)
      }),
    )
    const allowed = 30 + Math.ceil((Date.now() - from) / 60_000)
    expect((await hashes()) - before).toBeLessThanOrEqual(allowed)
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(allowed)
    expect(new Set(statuses)).toEqual(new Set([403, 429]))
    expect((await signIn(email, PASSWORD, home)).status).toBe(201)
    const refused = await signIn(email, PASSWORD, somewhereNew())
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    await api.database.pool.query(
      `update sign_in_failure set last_at = last_at - interval '61 seconds' where subject = $1`,
      [SPRAYING],
    )
    expect((await signIn(email, PASSWORD, somewhereNew())).status).toBe(201)
  })

  it('is not what many right passwords from new networks are', async () => {
    const people = []
    for (let n = 0; n < 40; n++) people.push(await newcomer())
    const answers = await Promise.all(people.map((email) => signIn(email, PASSWORD, somewhereNew())))
    expect(answers.map((a) => a.status)).toEqual(Array(40).fill(201))
    const { rows } = await api.database.pool.query('select failures from sign_in_failure where subject = $1', [
      SPRAYING,
    ])
    expect(rows).toEqual([{ failures: 0 }])
  })

  it('costs one hash each, whether there is such an account or not', async () => {
    const suspended = await newcomer()
    await api.database.prisma.account.update({ where: { email: suspended }, data: { state: 'suspended' } })
    for (const email of [await newcomer(), 'never-tried@example.com', suspended]) {
      const before = await hashes()
      expect((await signIn(email, 'wrong', somewhereNew())).status).toBe(403)
      expect([email, (await hashes()) - before]).toEqual([email, 1])
    }
  })
})

describe('a browser that its owner has signed in with', () => {
  longWaits()
  /** Signs in with a browser, by a one-time key. @returns what it sends from then on but for its session */
  async function browserOf(email: string) {
    const { key } = (await api.admin.post(`/auth/v4/user/${email}/key`)).body
    const { headers } = await api.request('GET', `/auth/key-v4/${key}`, { ip: somewhereNew() })
    const [set = '', ...more] = headers.getSetCookie().filter((text) => text.startsWith('datahall-device-'))
    expect([set, more]).toEqual([expect.stringMatching(/; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/), []])
    return set.split(';')[0] as string
  }
  const signInWith = (cookie: string, email: string, password = PASSWORD) =>
    api.request('POST', '/auth/v4/public/token', {
      body: { email, password },
      ip: somewhereNew(),
      headers: { cookie },
    })
  /** Strangers have the account blocked everywhere, and all unknown networks. */
  async function attacked(email: string) {
    for (let n = 0; n < 6; n++) await signIn(email, `wrong ${n}`, somewhereNew())
    await api.database.pool.query(
      `insert into sign_in_failure (subject, failures) values ($1, 30) on conflict (subject) do update set failures = 30, last_at = now()`,
      [SPRAYING],
    )
    expect((await signIn(email, PASSWORD, somewhereNew())).status).toBe(429)
  }

  it('lets its owner in from an unknown network while the account and all unknown networks are blocked', async () => {
    const [email, other] = [await newcomer(), await newcomer()]
    const [cookie, foreign] = [await browserOf(email), await browserOf(other)]
    await attacked(email)
    expect((await signInWith(cookie, email)).status).toBe(201)
    expect((await signInWith(`a=b; ${foreign}; ${cookie}`, email)).status).toBe(201)
    // Of another account, changed, or under the name of this one.
    const [name, value] = cookie.split('=') as [string, string]
    const forged = [
      foreign,
      `${cookie}x`,
      `${name}=${foreign.split('=')[1]}`,
      `${name}=${value.replace(/\.\d+\./, '.9999999999999.')}`,
    ]
    for (const shown of forged) expect([shown, (await signInWith(shown, email)).status]).toEqual([shown, 429])
  })

  it('lets guess as little as a network does, wherever it goes', async () => {
    const email = await newcomer()
    const cookie = await browserOf(email)
    const seen = []
    for (let n = 0; n < 7; n++) seen.push((await signInWith(cookie, email, `wrong ${n}`)).status)
    expect(seen).toEqual([403, 403, 403, 403, 403, 429, 429])
    expect((await signInWith(cookie, email)).status).toBe(429)
    // Another browser of the owner is not locked out with it.
    expect((await signInWith(await browserOf(email), email)).status).toBe(201)
  })

  it('is unknown after another password, and after its time', async () => {
    const email = await newcomer()
    const cookie = await browserOf(email)
    await attacked(email)
    expect((await signInWith(cookie, email)).status).toBe(201)
    vi.useFakeTimers({ now: Date.now() + 91 * 24 * 3_600_000, toFake: ['Date'] })
    expect((await signInWith(cookie, email)).status).toBe(429)
    vi.useRealTimers()
    const password_hash = await hashPassword(PASSWORD)
    await api.database.prisma.account.update({ where: { email }, data: { password_hash } })
    expect((await signInWith(cookie, email)).status).toBe(429)
  })
})
