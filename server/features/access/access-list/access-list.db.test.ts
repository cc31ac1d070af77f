import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '../../../../e2e/support/api.ts'
import { sessionMayBeUsed } from '../../../auth/sessions.ts'
import { bus } from '../../../events/bus.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

let names = 0
const create = (ip_list: string[], members: number[] = [], name = `list ${++names}`) =>
  api.admin.post('/auth/v4/acl', { name, ip_list, members: members.map(String) })
const remove = (id: string) => api.admin.delete(`/auth/v4/acl/${id}`)

let people = 0
/** A new user, and the panel's answers to that user from an address. */
async function newcomer() {
  const { id, email, token } = await api.person(`member${++people}@example.com`, ['@user'])
  const signIn = async (ip: string) =>
    api.request('POST', '/auth/v4/public/token', { body: { email, password: PASSWORD }, ip })
  const use = async (ip: string, as = token) => (await api.request('GET', '/auth/v4/whoami', { token: as, ip })).status
  return { id, email, token, signIn, use }
}

describe('an access list', () => {
  it('is made, shown, listed, changed and removed as documented', async () => {
    const { id: member, email } = await newcomer()
    const made = await create(
      ['192.0.2.1', '192.0.2.10-192.0.2.20', '2001:db8::/32', '127.0.0.0/8'],
      [member],
      'office',
    )
    expect(made).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^\d+$/) } })
    const path = `/auth/v4/acl/${made.body.id}`
    const shown = await api.admin.get(path)
    expect(shown.body).toMatchObject({
      name: 'office',
      ip_list: ['192.0.2.1', '192.0.2.10-192.0.2.20', '2001:db8::/32', '127.0.0.0/8'],
      users: [email],
      members: [String(member)],
    })
    expect((await api.admin.get("/auth/v4/acl?where=name EQ 'office'")).body).toMatchObject({
      size: 1,
      list: [shown.body],
    })
    expect((await api.admin.get(`/auth/v4/acl?where=user EQ ${member}`)).body.size).toBe(1)
    expect((await api.admin.post(path, { name: 'home', members: [] })).body).toEqual({ id: made.body.id })
    expect((await api.admin.get(path)).body).toMatchObject({ name: 'home', users: [], ip_list: shown.body.ip_list })
    const removed = await api.request('DELETE', path, { token: api.admin.token })
    expect([removed.status, removed.body]).toEqual([200, true])
    expect((await api.admin.get(path)).status).toBe(404)
    expect((await remove(made.body.id)).status).toBe(404)
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'two\nlines' }],
    ['ip_list', { ip_list: [] }],
    ['ip_list.0', { ip_list: ['example.com'] }],
    ['ip_list', { ip_list: ['10.0.0.1', '10.0.0.256'] }],
    ['ip_list', { ip_list: ['10.0.0.9-10.0.0.1'] }],
    ['ip_list', { ip_list: ['10.0.0.0/33'] }],
    ['ip_list', { ip_list: ['10.0.0.1-::1'] }],
    ['members', { members: ['999999'] }],
    ['members', { members: ['ann@example.com'] }],
    ['members', { members: ['0'] }],
    ['members', { members: ['99999999999999999999'] }],
    ['members.0', { members: [1] }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const body = { name: 'wrong', ip_list: ['10.0.0.1'], members: [], ...wrong }
    expect(await api.admin.post('/auth/v4/acl', body)).toMatchObject({ status: 400, body: { error: { value: field } } })
  })

  it('has a name of its own, and its version', async () => {
    const one = (await create(['10.0.0.1'], [], 'one')).body.id
    expect((await create(['10.0.0.1'], [], 'one')).status).toBe(409)
    const path = `/auth/v4/acl/${one}`
    const etag = (await api.admin.get(path)).headers.get('etag') ?? ''
    expect((await api.admin.post(path, { name: 'uno' }, { headers: { 'if-match': etag } })).status).toBe(200)
    expect((await api.admin.post(path, { name: 'eins' }, { headers: { 'if-match': etag } })).status).toBe(409)
  })

  it('is for administrators only', async () => {
    const id = (await create(['10.0.0.1'])).body.id
    expect((await api.ann.get('/auth/v4/acl')).status).toBe(403)
    expect((await api.ann.get(`/auth/v4/acl/${id}`)).status).toBe(403)
    expect((await api.ann.post('/auth/v4/acl', { name: 'x', ip_list: ['::/0'], members: [] })).status).toBe(403)
    expect((await api.ann.post(`/auth/v4/acl/${id}`, { ip_list: ['0.0.0.0/0'] })).status).toBe(403)
    expect((await api.ann.delete(`/auth/v4/acl/${id}`)).status).toBe(403)
  })
})

describe('a member', () => {
  it('signs in from its addresses only; the error does not give the reason', async () => {
    const m = await newcomer()
    const { id } = (
      await create(['192.0.2.7', '198.51.100.10-198.51.100.12', '203.0.113.0/25', '2001:db8::/32'], [m.id])
    ).body
    const inside = ['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.11', '203.0.113.127', '2001:db8:ffff::1']
    const outside = ['192.0.2.8', '198.51.100.13', '203.0.113.128', '2001:db9::1', '127.0.0.1']
    for (const ip of inside) expect([ip, (await m.signIn(ip)).status]).toEqual([ip, 201])
    const wrong = await api.request('POST', '/auth/v4/public/token', {
      body: { email: m.email, password: 'wrong' },
      ip: '192.0.2.7',
    })
    for (const ip of outside) {
      const refused = await m.signIn(ip)
      expect([ip, refused.status, refused.body]).toEqual([ip, 403, wrong.body])
      await api.database.pool.query('delete from sign_in_failure')
    }
    await remove(id)
    expect((await m.signIn('127.0.0.1')).status).toBe(201)
  })

  it('uses sessions and tokens from its addresses only, whatever the headers', async () => {
    const m = await newcomer()
    const token = (await api.request('POST', '/auth/v4/token', { token: m.token, body: {} })).body.token as string
    await create(['192.0.2.0/24'], [m.id])
    const carriers = (value: string): Record<string, string>[] => [
      { 'x-xsrf-token': value },
      { 'isp-session': value },
      { cookie: `ses6=${value}` },
    ]
    for (const headers of carriers(token)) {
      const get = (ip: string, more = {}) =>
        api.request('GET', '/auth/v4/whoami', { headers: { ...headers, ...more }, ip })
      expect((await get('192.0.2.44')).status).toBe(200)
      expect((await get('192.0.3.44')).status).toBe(401)
      expect((await get('192.0.3.44', { 'x-forwarded-for': '192.0.2.44', 'x-real-ip': '192.0.2.44' })).status).toBe(401)
      expect((await get('192.0.3.44', { forwarded: 'for=192.0.2.44' })).status).toBe(401)
      const events = await api.fetch('/api/events', { headers, ip: '192.0.3.44' })
      expect(events.status).toBe(401)
    }
  })

  it('opens consoles from its addresses only, and a console counts as use from there', async () => {
    const m = await newcomer()
    await create(['192.0.2.0/24'], [m.id])
    const token = (await m.signIn('192.0.2.1')).body.token as string
    const id = Number((await api.request('GET', '/auth/v4/self/session', { token, ip: '192.0.2.1' })).body.id)
    expect(await sessionMayBeUsed(id, '198.51.100.1')).toBe(false)
    expect(await sessionMayBeUsed(id, '192.0.2.9')).toBe(true)
    const { addresses } = await api.database.prisma.session.findUniqueOrThrow({ where: { id } })
    expect(addresses).toEqual(['192.0.2.9'])
    await api.request('DELETE', `/auth/v4/token/${id}`, { token, ip: '192.0.2.1' })
    expect(await sessionMayBeUsed(id, '192.0.2.9')).toBe(false)
  })

  it('of several lists comes from the addresses of any', async () => {
    const m = await newcomer()
    const first = (await create(['192.0.2.0/24'], [m.id])).body.id
    const second = (await create(['198.51.100.0/24'], [m.id])).body.id
    for (const [ip, status] of [
      ['192.0.2.1', 201],
      ['198.51.100.1', 201],
      ['203.0.113.1', 403],
    ] as const)
      expect([ip, (await m.signIn(ip)).status]).toEqual([ip, status])
    await remove(second)
    expect((await m.signIn('198.51.100.1')).status).toBe(403)
    await remove(first)
    expect((await m.signIn('198.51.100.1')).status).toBe(201)
  })

  it('of a list that has lost all its addresses comes from nowhere', async () => {
    const m = await newcomer()
    const { id } = (await create(['192.0.2.0/24'], [m.id])).body
    await api.database.pool.query(`update access_list set ip_list = '{}' where id = $1`, [id])
    expect((await m.signIn('192.0.2.1')).status).toBe(403)
    expect(await m.use('192.0.2.1')).toBe(401)
  })
})

describe('a change of a list', () => {
  const ended = (id: number) =>
    new Promise<void>((done) => {
      const stop = bus().on('session_ended', (payload) => {
        if (Number(payload) !== id) return
        stop()
        done()
      })
    })
  const sessionOf = async (token: string, ip: string) =>
    Number((await api.request('GET', '/auth/v4/self/session', { token, ip })).body.id)

  it('ends at once the sessions that no longer qualify, and only those', async () => {
    const m = await newcomer()
    const [near, far] = [(await m.signIn('192.0.2.1')).body.token, (await m.signIn('198.51.100.1')).body.token]
    const farId = await sessionOf(far, '198.51.100.1')
    const heard = ended(farId)
    await create(['192.0.2.0/24'], [m.id])
    await heard
    expect([await m.use('192.0.2.1', near), await m.use('198.51.100.1', far)]).toEqual([200, 401])
    // Gone for good, also when the list is taken away again.
    const list = (await api.admin.get(`/auth/v4/acl?where=user EQ ${m.id}`)).body.list[0]
    await remove(list.id)
    expect([await m.use('192.0.2.1', near), await m.use('198.51.100.1', far)]).toEqual([200, 401])
  })

  it('does so when a member is added, the addresses are edited, or one of two lists goes', async () => {
    const m = await newcomer()
    const list = (await create(['192.0.2.0/24'])).body.id
    const path = `/auth/v4/acl/${list}`
    const signedIn = async (ip: string) => (await m.signIn(ip)).body.token as string

    const added = await signedIn('198.51.100.1')
    await api.admin.post(path, { members: [String(m.id)] })
    expect(await m.use('198.51.100.1', added)).toBe(401)

    const edited = await signedIn('192.0.2.1')
    await api.admin.post(path, { ip_list: ['203.0.113.0/24'] })
    expect(await m.use('192.0.2.1', edited)).toBe(401)

    const other = (await create(['10.1.0.0/16'], [m.id])).body.id
    const shrunk = await signedIn('10.1.2.3')
    expect(await m.use('10.1.2.3', shrunk)).toBe(200)
    await remove(other)
    expect(await m.use('10.1.2.3', shrunk)).toBe(401)
  })

  it('ends a session that was used from an address outside, wherever it began', async () => {
    const m = await newcomer()
    const token = (await m.signIn('192.0.2.1')).body.token as string
    const id = await sessionOf(token, '192.0.2.1')
    expect(await m.use('198.51.100.9', token)).toBe(200)
    const heard = ended(id)
    await create(['192.0.2.0/24'], [m.id])
    await heard
    expect(await m.use('192.0.2.1', token)).toBe(401)
  })

  it('keeps a long-lived token for its allowed addresses, and closes what it holds open elsewhere', async () => {
    const m = await newcomer()
    const made = (await api.request('POST', '/auth/v4/token', { token: m.token, body: {} })).body
    expect(await m.use('198.51.100.9', made.token)).toBe(200)
    const heard = ended(Number(made.id))
    await create(['192.0.2.0/24'], [m.id])
    await heard
    expect([await m.use('192.0.2.1', made.token), await m.use('198.51.100.9', made.token)]).toEqual([200, 401])
  })

  it('never locks out the administrator who makes it', async () => {
    const self = api.admin.id
    expect(await create(['192.0.2.0/24'], [self])).toMatchObject({ status: 400, body: { error: { code: 9002 } } })
    const { body } = await create(['127.0.0.1', '192.0.2.0/24'], [self])
    expect(body.id).toBeDefined()
    const refused = await api.admin.post(`/auth/v4/acl/${body.id}`, { ip_list: ['192.0.2.0/24'] })
    expect(refused.body.error.msg).toContain('lock you out')
    expect((await api.admin.get(`/auth/v4/acl/${body.id}`)).body.ip_list).toEqual(['127.0.0.1', '192.0.2.0/24'])
    expect((await api.admin.post(`/auth/v4/acl/${body.id}`, { members: [] })).status).toBe(200)
  })
})
