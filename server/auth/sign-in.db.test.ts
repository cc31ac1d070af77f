import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../e2e/support/api.ts'
import { hashPassword } from './password.ts'
import {
  api,
  forgetSpraying,
  longWaits,
  newcomer,
  pass,
  signIn,
  somewhereNew,
  startSignIn,
  words,
} from './sign-in-fixture.ts'

beforeAll(startSignIn)
beforeEach(forgetSpraying)
afterAll(() => api.close())

describe('after wrong passwords', () => {
  it('asks for longer and longer waits, each good for one try', async () => {
    const email = await newcomer()
    for (let n = 0; n < 5; n++) expect((await signIn(email, `wrong ${n}`, somewhereNew())).status).toBe(403)
    for (const wait of [30, 60, 120, 240]) {
      const refused = await signIn(email, PASSWORD, somewhereNew())
      expect(refused).toMatchObject({ status: 429, body: { error: { code: 9010 } } })
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(wait / 2)
      expect(seconds).toBeLessThanOrEqual(wait)
      await pass(wait)
      expect((await signIn(email, 'wrong', somewhereNew())).status).toBe(403)
    }
    await pass(480)
    expect((await signIn(email, PASSWORD, somewhereNew())).status).toBe(201)
  })

  it('forgets them a quarter of an hour after the last wait', async () => {
    const email = await newcomer()
    for (let n = 0; n < 4; n++) await signIn(email, `wrong ${n}`, somewhereNew())
    await pass(901)
    for (let n = 0; n < 5; n++) expect((await signIn(email, `wrong ${n}`, somewhereNew())).status).toBe(403)
    expect((await signIn(email, 'wrong', somewhereNew())).status).toBe(429)
  })
})

describe('while the wait after wrong passwords lasts, the panel', () => {
  longWaits()

  it('does not lock the owner out of networks used before', async () => {
    const email = await newcomer()
    const home = somewhereNew()
    expect((await signIn(email, PASSWORD, home)).status).toBe(201)
    for (let n = 0; n < 12; n++) await signIn(email, `wrong ${n}`, somewhereNew())
    expect((await signIn(email, PASSWORD, somewhereNew())).status).toBe(429)
    expect((await signIn(email, PASSWORD, home.replace(/1$/, '200'))).status).toBe(201)
  })

  it('counts attempts of a network together, whichever accounts are tried', async () => {
    const here = somewhereNew()
    for (let n = 0; n < 5; n++) expect((await signIn(`nobody${n}@example.com`, 'wrong', here)).status).toBe(403)
    const email = await newcomer()
    expect((await signIn(email, PASSWORD, here.replace(/1$/, '99'))).status).toBe(429)
    expect((await signIn(email, PASSWORD, somewhereNew())).status).toBe(201)
  })

  it('counts an IPv6 network as its /48', async () => {
    for (let n = 0; n < 5; n++) await signIn(`nobody6${n}@example.com`, 'wrong', `2001:db8:7:${n}::1`)
    expect((await signIn('nobody66@example.com', 'wrong', '2001:db8:7:ffff::1')).status).toBe(429)
    expect((await signIn('nobody66@example.com', 'wrong', '2001:db8:8::1')).status).toBe(403)
  })

  it('lets the owner in while their own network is blocked, without revealing that the account exists', async () => {
    const email = await newcomer()
    const home = somewhereNew()
    await signIn(email, PASSWORD, home)
    for (let n = 0; n < 5; n++) await signIn(`stranger${n}@example.com`, 'wrong', home)
    const [known, unknown] = [await signIn(email, 'wrong', home), await signIn('stranger9@example.com', 'wrong', home)]
    expect([known.status, unknown.status]).toEqual([429, 429])
    expect(words(known.body)).toBe(words(unknown.body))
    expect((await signIn(email, PASSWORD, home)).status).toBe(201)
  })

  it('answers alike whether there is such an account or not', async () => {
    const email = await newcomer()
    const suspended = await newcomer()
    await api.database.prisma.account.update({ where: { email: suspended }, data: { state: 'suspended' } })
    const sequences = []
    for (const [who, password] of [
      [email, 'wrong'],
      ['absent@example.com', 'wrong'],
      [suspended, PASSWORD],
    ] as const) {
      const seen = []
      for (let n = 0; n < 7; n++) {
        const { status, body, headers } = await signIn(who, password + (n || ''), somewhereNew())
        seen.push([status, words(body), [...headers.keys()], headers.get('retry-after') && 'some'])
      }
      sequences.push(JSON.stringify(seen))
    }
    expect(new Set(sequences).size).toBe(1)
  })
})

describe('many at once', () => {
  longWaits()

  it('cannot try more than five passwords, however parallel', async () => {
    const email = await newcomer()
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => signIn(email, `wrong ${n}`, somewhereNew())))
    const count = (status: number) => answers.filter((a) => a.status === status).length
    expect([count(403), count(429)]).toEqual([5, 59])
  })

  it('sign in at the same moment with the right password (64)', async () => {
    const email = await newcomer()
    const home = somewhereNew()
    const answers = await Promise.all(Array.from({ length: 64 }, () => signIn(email, PASSWORD, home)))
    expect(answers.map((a) => a.status)).toEqual(Array(64).fill(201))
    expect(new Set(answers.map((a) => a.body.token)).size).toBe(64)
  })

  it('in a flood of 3000 tries from 1000 addresses reach the hash at most 5 times', async () => {
    const email = await newcomer()
    const statuses: number[] = []
    const addresses = Array.from({ length: 1000 }, (_, n) => `198.18.${n % 250}.${1 + Math.floor(n / 250)}`)
    const tries = Array.from({ length: 3000 }, (_, n) => ({
      ip: addresses[n % 1000] as string,
      password: `guess ${n}`,
    }))
    await Promise.all(
      Array.from({ length: 150 }, async () => {
        for (let next = tries.pop(); next; next = tries.pop())
          statuses.push((await signIn(email, next.password, next.ip)).status)
      }),
    )
    expect(statuses).toHaveLength(3000)
    expect(statuses.filter((s) => s !== 429)).toEqual(Array(5).fill(403))
  })
})

describe('a password', () => {
  it('costs memory and time to hash: Argon2id, 64 MiB and four passes', async () => {
    const made = await hashPassword('some password')
    expect(made).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/)
  })

  it('is hashed anew with today’s parameters when its owner signs in', async () => {
    const email = await newcomer()
    const password_hash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await api.database.prisma.account.update({ where: { email }, data: { password_hash } })
    expect((await signIn(email, PASSWORD, somewhereNew())).status).toBe(201)
    const after = await api.database.prisma.account.findUniqueOrThrow({ where: { email } })
    expect(after.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/)
    expect((await signIn(email, PASSWORD, somewhereNew())).status).toBe(201)
  })
})
