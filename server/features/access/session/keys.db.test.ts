import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const keyOf = async (who: string | number) => (await api.admin.post(`/auth/v4/user/${who}/key`)).body.key as string
const use = (key: string, headers: Record<string, string> = {}) =>
  api.request('POST', '/auth/v4/public/key', { body: { key }, headers })
const emailOf = async (token: string) => (await api.request('GET', '/auth/v4/whoami', { token })).body.email

describe('a one-time key', () => {
  it('signs its owner in, independent of the caller, by id and by e-mail address', async () => {
    for (const who of [api.ann.id, 'ANN@example.com']) {
      const answer = await use(await keyOf(who), { 'x-xsrf-token': api.bob.token })
      expect(answer).toMatchObject({ status: 201, body: { confirmed: true, expires_at: null } })
      expect(await emailOf(answer.body.token)).toBe('ann@example.com')
    }
  })

  it('is good once, also when it is used twenty times at the same moment', async () => {
    const key = await keyOf(api.ann.id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(key)))
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(19).fill(403)])
  })

  it('is good for ten minutes', async () => {
    const key = await keyOf(api.ann.id)
    const [row] = await api.database.prisma.sign_in_key.findMany({ orderBy: { expires_at: 'desc' }, take: 1 })
    const minutes = ((row?.expires_at.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
    await api.database.pool.query('update sign_in_key set expires_at = now()')
    expect(await use(key)).toMatchObject({ status: 403, body: { error: { code: 3001 } } })
    for (const nonsense of ['x', 'x'.repeat(5000)]) expect((await use(nonsense)).status).toBe(403)
    expect((await use('')).status).toBe(400)
  })

  it('is made by administrators for all users, and by users for themselves', async () => {
    const own = await api.ann.post('/auth/v4/user/ann@example.com/key')
    expect(own.body).toEqual({ id: api.ann.id, key: expect.any(String) })
    expect((await api.ann.post(`/vm/v3/user/${api.ann.id}/key`)).body).toMatchObject({ id: api.ann.id })
    for (const other of [api.bob.id, 'bob@example.com', 999999, 'nobody@example.com'])
      expect([other, (await api.ann.post(`/auth/v4/user/${other}/key`)).status]).toEqual([other, 404])
    expect((await api.ann.post(`/vm/v3/user/${api.bob.id}/key`)).status).toBe(404)
  })

  it('is not made for a suspended user, and goes with a suspension', async () => {
    const p = await api.person('paused@example.com', ['@user'])
    const key = await keyOf(p.id)
    await api.admin.post(`/vm/v3/user/${p.id}/suspend`)
    expect((await use(key)).status).toBe(403)
    expect((await api.admin.post(`/auth/v4/user/${p.id}/key`)).status).toBe(409)
  })

  it('does not stand for the second factor unless its owner made it', async () => {
    const p = await api.person('careful@example.com', ['@user'])
    const { secret } = (await p.post('/auth/v4/2fa')).body
    await p.post('/auth/v4/2fa', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
    expect((await use(await keyOf(p.id))).body.confirmed).toBe(false)
    expect((await use((await p.post(`/auth/v4/user/${p.id}/key`)).body.key)).body.confirmed).toBe(true)
  })

  it('is bound to the access lists of its owner, and not used up by an error', async () => {
    const p = await api.person('inside@example.com', ['@user'])
    await api.admin.post('/auth/v4/acl', { name: 'inside', ip_list: ['192.0.2.0/24'], members: [String(p.id)] })
    const key = await keyOf(p.id)
    const from = (ip: string) => api.request('POST', '/auth/v4/public/key', { body: { key }, ip })
    expect([(await from('198.51.100.1')).status, (await from('192.0.2.1')).status]).toEqual([403, 201])
  })

  it('is in the database as a hash only', async () => {
    const key = await keyOf(api.ann.id)
    const { rows } = await api.database.pool.query('select k::text from sign_in_key k')
    const audit = await api.database.pool.query('select a::text from audit a')
    expect(JSON.stringify([rows, audit.rows])).not.toContain(key)
  })
})

describe('the page of a key', () => {
  const enter = async (key: string, query = '') => api.request('GET', `/auth/key-v4/${key}${query}`)

  it('sets the cookie and leads to the panel', async () => {
    const answer = await enter(await keyOf(api.ann.id))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^ses6=[^;]+; Path=\/; HttpOnly; SameSite=Lax/)
    const headers = { cookie: cookie.split(';')[0] as string }
    expect((await api.request('GET', '/auth/v4/whoami', { headers })).body.email).toBe('ann@example.com')
    expect((await api.request('GET', '/auth/v4/self/session', { headers })).body.kind).toBe('session')
  })

  it('leads to the page that was asked for, if it is one of ours', async () => {
    for (const [asked, to] of [
      ['/hosts/5?tab=disks', '/hosts/5?tab=disks'],
      ['//evil.example/', '/'],
      ['https://evil.example/', '/'],
      ['/\\evil.example', '/'],
      ['/.//evil.example', '/'],
    ] as const) {
      const answer = await enter(await keyOf(api.ann.id), `?redirect=${encodeURIComponent(asked)}`)
      expect([asked, answer.headers.get('location')]).toEqual([asked, to])
    }
  })

  it('refuses a key that was used, and sets no cookie', async () => {
    const key = await keyOf(api.ann.id)
    await enter(key)
    const again = await enter(key)
    expect([again.status, again.headers.get('set-cookie')]).toEqual([403, null])
  })

  it('leaves an audit record, although it is a GET', async () => {
    const count = () => api.database.prisma.audit.count({ where: { operation: 'GET /auth/v4/public/key/{key}' } })
    const before = await count()
    await enter(await keyOf(api.ann.id))
    expect(await count()).toBe(before + 1)
  })
})

describe('the older addresses', () => {
  it('sign in, by password and by key', async () => {
    const shape = {
      id: expect.any(String),
      session: expect.any(String),
      token: expect.any(String),
      confirmed: true,
      expires_at: null,
    }
    for (const path of ['/auth/v3/auth', '/auth/v4/public/auth', '/api/auth/v3/auth/']) {
      const answer = await api.request('POST', path, {
        body: { email: 'ann@example.com', password: 'Correct-horse-1' },
      })
      expect([path, answer.status, answer.body]).toEqual([path, 201, shape])
      expect(answer.body.session).toBe(answer.body.token)
      expect(await emailOf(answer.body.session)).toBe('ann@example.com')
    }
    for (const path of ['/auth/v3/auth_by_key', '/auth/v4/public/auth_by_key']) {
      const answer = await api.request('POST', path, { body: { key: await keyOf(api.ann.id) } })
      expect([path, answer.status, answer.body]).toEqual([path, 201, shape])
    }
  })

  it('sign out, make keys and keep SSH keys', async () => {
    const { session } = (
      await api.request('POST', '/auth/v3/auth_by_key', { body: { key: await keyOf('ann@example.com') } })
    ).body
    const own = await api.request('POST', '/auth/v3/user/ann@example.com/key', { headers: { 'isp-session': session } })
    expect(own.body.key).toEqual(expect.any(String))
    const ssh_pub_key = `ssh-ed25519 ${Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from('ssh-ed25519'), Buffer.from([0, 0, 0, 32]), Buffer.alloc(32, 7)]).toString('base64')} ann@home`
    const keys = `/auth/v3/user/${api.ann.id}/sshkey`
    const { id } = (await api.ann.post(keys, { name: 'home', ssh_pub_key })).body
    expect((await api.ann.get(keys)).body.list).toEqual([
      { id, name: 'home', ssh_pub_key, fingerprint: expect.stringMatching(/^SHA256:/), created_at: expect.any(String) },
    ])
    expect((await api.ann.post(keys, { name: 'twice', ssh_pub_key })).status).toBe(409)
    expect((await api.bob.delete(`${keys}/${id}`)).status).toBe(404)
    expect((await api.bob.delete(`/auth/v3/user/${api.bob.id}/sshkey/${id}`)).status).toBe(404)
    expect((await api.ann.delete(`${keys}/${id}`)).body).toEqual({ id })
    expect((await api.ann.delete(`${keys}/${id}`)).status).toBe(404)
    expect((await api.request('DELETE', `/auth/v3/session/${session}`, { token: session })).body).toEqual({})
    expect((await api.request('GET', '/auth/v4/whoami', { token: session })).status).toBe(401)
  })
})
