import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const NEW = 'Another-horse-2'
const create = (email: string, more: object = {}) =>
  api.admin.post('/auth/v4/user', { email, password: PASSWORD, role: '@user', ...more })
// Each user comes from a separate network, since wrong passwords count per network as well.
const networks: string[] = []
function addressOf(email: string) {
  if (!networks.includes(email)) networks.push(email)
  return `198.51.${networks.indexOf(email)}.1`
}
const signIn = (email: string, password = PASSWORD) =>
  api.request('POST', '/auth/v4/public/token', { body: { email, password }, ip: addressOf(email) })
const isAlive = async (token: string) => (await api.request('GET', '/auth/v4/whoami', { token })).status === 200

describe('a user', () => {
  it('is made by an administrator, and is the same under both services', async () => {
    const { status, body } = await create('Carl@Example.com', { full_name: 'Carl', phone_number: '+49 1', lang: 'ru' })
    expect(status).toBe(200)
    const user = (await api.admin.get(`/auth/v4/user/${body.id}`)).body
    expect(user).toMatchObject({
      id: body.id,
      email: 'carl@example.com',
      roles: ['@user'],
      state: 'active',
      full_name: 'Carl',
      phone_number: '+49 1',
      lang: 'ru',
      is_2fa_enabled: false,
      access_lists: [],
    })
    expect((await api.admin.get('/auth/v4/user/CARL@example.com')).body).toEqual(user)
    expect((await api.admin.get(`/vm/v3/account/${body.id}`)).body).toMatchObject({
      email: 'carl@example.com',
      auth_source: 'local',
      host_count: 0,
      cpu_count: 0,
      ram_mib: 0,
      hdd_mib: 0,
      host_ids: [],
      roles: ['@user'],
    })
    expect((await signIn('CARL@EXAMPLE.COM')).status).toBe(201)
    expect(JSON.stringify((await api.admin.get('/auth/v4/user')).body)).not.toMatch(/argon2|password|totp/)
  })

  it('exists once, however the address is written', async () => {
    await create('dora@example.com')
    expect(await create('DORA@example.com')).toMatchObject({
      status: 409,
      body: { error: { code: 9003, value: 'email' } },
    })
    const id = (await create('dora2@example.com')).body.id
    expect((await api.admin.post(`/auth/v4/user/${id}`, { email: 'Dora@example.com' })).status).toBe(409)
  })

  it('is made once by 20 parallel calls', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('parallel@example.com')))
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array(19).fill(409)])
  })

  it.each([
    ['email', { email: 'nobody' }],
    ['password', { password: '' }],
    ['password', { password: 'short' }],
    ['role', { role: '@root' }],
    ['full_name', { full_name: 'two\nlines' }],
    ['lang', { lang: 'de' }],
  ])('is not made with a wrong %s', async (field, wrong) => {
    expect(await create('x@example.com', wrong)).toMatchObject({
      status: 400,
      body: { error: { code: 9000, value: field } },
    })
  })

  it('is confirmed from the start, since no mail could do it: anything else is rejected', async () => {
    const make = (email: string, more: object) =>
      api.admin.post('/vm/v3/account', { email, password: PASSWORD, role: '@user', ...more })
    expect(await make('unconfirmed@example.com', { email_confirm: false })).toMatchObject({
      status: 400,
      body: { error: { value: 'email_confirm' } },
    })
    for (const [n, more] of [{}, { email_confirm: true }].entries())
      expect((await make(`confirmed${n}@example.com`, more)).status).toBe(200)
  })

  it('sees no other users', async () => {
    for (const path of ['/auth/v4/user/', '/vm/v3/user/', '/vm/v3/account/']) {
      expect((await api.ann.get(path + api.ann.id)).body.email).toBe('ann@example.com')
      const [others, absent] = [await api.ann.get(path + api.bob.id), await api.ann.get(`${path}999999`)]
      expect(others.status).toBe(404)
      const words = (body: typeof others.body, id: number) => body.error.msg.replace(String(id), 'N')
      expect(others.body.error.code).toBe(absent.body.error.code)
      expect(words(others.body, api.bob.id)).toBe(words(absent.body, 999999))
    }
    expect((await api.ann.get('/vm/v3/account')).body).toMatchObject({ size: 1, list: [{ email: 'ann@example.com' }] })
    expect((await api.ann.get('/auth/v4/user')).status).toBe(403)
  })

  it('changes their own record, but not their roles, and no other users', async () => {
    const mine = `/vm/v3/user/${api.ann.id}`
    expect((await api.ann.post(mine, { full_name: 'Ann', lang: 'ru' })).body).toEqual({ id: api.ann.id })
    expect((await api.ann.get('/auth/v4/whoami')).body).toMatchObject({ full_name: 'Ann', lang: 'ru' })
    expect((await api.ann.post(mine, { roles: ['@admin'] })).status).toBe(403)
    expect((await api.ann.post(`/vm/v3/user/${api.bob.id}`, { full_name: 'x' })).status).toBe(404)
    expect((await api.ann.post(`/vm/v3/user/${api.bob.id}/password`, { password: NEW })).status).toBe(404)
    for (const path of ['suspend', 'resume'])
      expect((await api.ann.post(`/vm/v3/user/${api.bob.id}/${path}`)).status).toBe(403)
    expect((await api.ann.delete(`/vm/v3/user/${api.bob.id}`)).status).toBe(403)
  })

  it('is rejected as stale when the record was changed meanwhile', async () => {
    const path = `/auth/v4/user/${api.bob.id}`
    const etag = (await api.admin.get(path)).headers.get('etag') ?? ''
    expect((await api.admin.post(path, { full_name: 'Bob' }, { headers: { 'if-match': etag } })).status).toBe(200)
    expect(await api.admin.post(path, { full_name: 'Rob' }, { headers: { 'if-match': etag } })).toMatchObject({
      status: 409,
      body: { error: { code: 9006 } },
    })
  })
})

describe('what a user is signed in with', () => {
  const both = async (email: string, password = PASSWORD) => {
    const session = (await signIn(email, password)).body.token as string
    const token = (await api.request('POST', '/auth/v4/token', { token: session, body: {} })).body.token as string
    return { session, token }
  }

  it('ends when an administrator changes roles or password, or suspends the user', async () => {
    const id = (await create('eve@example.com')).body.id as number
    const changes: [string, object, string][] = [
      [`/auth/v4/user/${id}`, { roles: ['@advanced_user'] }, PASSWORD],
      [`/vm/v3/user/${id}`, { roles: ['@user'] }, PASSWORD],
      [`/auth/v4/user/${id}`, { password: NEW }, NEW],
      [`/vm/v3/user/${id}/password`, { password: PASSWORD }, PASSWORD],
      [`/vm/v3/user/${id}/suspend`, {}, PASSWORD],
    ]
    let before = PASSWORD
    for (const [path, body, password] of changes) {
      const { session, token } = await both('eve@example.com', before)
      before = password
      expect([await isAlive(session), await isAlive(token)]).toEqual([true, true])
      expect([path, (await api.admin.post(path, body)).status]).toEqual([path, 200])
      expect([path, await isAlive(session), await isAlive(token)]).toEqual([path, false, false])
      const again = await signIn('eve@example.com', password)
      expect([path, again.status]).toEqual([path, path.endsWith('suspend') ? 403 : 201])
    }
    await api.admin.post(`/vm/v3/user/${id}/suspend`)
    expect((await api.admin.post(`/vm/v3/user/${id}/resume`)).status).toBe(200)
    expect((await signIn('eve@example.com')).status).toBe(201)
  })

  it('stays when something else is changed', async () => {
    const id = (await create('fay@example.com')).body.id as number
    const { session } = await both('fay@example.com')
    await api.admin.post(`/auth/v4/user/${id}`, { full_name: 'Fay', roles: ['@user'] })
    expect(await isAlive(session)).toBe(true)
  })

  it('ends elsewhere when users change their own password, which needs the old one', async () => {
    const id = (await create('gus@example.com')).body.id as number
    const [here, elsewhere] = [await both('gus@example.com'), await both('gus@example.com')]
    const change = (body: object) => api.request('POST', `/vm/v3/user/${id}/password`, { token: here.session, body })
    expect(await change({ password: NEW })).toMatchObject({ status: 400, body: { error: { value: 'old_password' } } })
    expect(await change({ password: NEW, old_password: 'wrong' })).toMatchObject({
      status: 403,
      body: { error: { value: 'old_password' } },
    })
    expect(await change({ old_password: PASSWORD })).toMatchObject({
      status: 400,
      body: { error: { value: 'password' } },
    })
    expect((await change({ password: NEW, old_password: PASSWORD })).status).toBe(200)
    expect([await isAlive(here.session), await isAlive(elsewhere.session)]).toEqual([true, false])
    expect([await isAlive(here.token), await isAlive(elsewhere.token)]).toEqual([false, false])
    expect((await signIn('gus@example.com', NEW)).status).toBe(201)
  })

  it('keeps long-lived tokens over a change of the own password when its owner says so, and only then', async () => {
    const id = (await create('gia@example.com')).body.id as number
    const [here, elsewhere] = [await both('gia@example.com'), await both('gia@example.com')]
    const change = (path: string, body: object) => api.request('POST', path, { token: here.session, body })
    for (const path of [`/vm/v3/user/${id}`, `/vm/v3/user/${id}/password`]) {
      const [password, old_password] = path.endsWith('password') ? [PASSWORD, NEW] : [NEW, PASSWORD]
      expect((await change(path, { password, old_password, keep_tokens: true })).status).toBe(200)
      expect([path, await isAlive(elsewhere.session), await isAlive(elsewhere.token)]).toEqual([path, false, true])
    }
    const wrong = { status: 400, body: { error: { value: 'keep_tokens' } } }
    expect(await change(`/vm/v3/user/${id}`, { full_name: 'Gia', keep_tokens: true })).toMatchObject(wrong)
    expect(await api.admin.post(`/vm/v3/user/${id}/password`, { password: NEW, keep_tokens: true })).toMatchObject(
      wrong,
    )
    expect((await change(`/vm/v3/user/${id}`, { full_name: 'Gia', keep_tokens: false })).status).toBe(200)
  })

  it('is not a way to guess the password: the old one is asked for under the same back-off', async () => {
    const id = (await create('hal@example.com')).body.id as number
    const { session } = await both('hal@example.com')
    const guess = (old_password: string) =>
      api.request('POST', `/vm/v3/user/${id}/password`, {
        token: session,
        body: { password: NEW, old_password },
        ip: addressOf('hal@example.com'),
      })
    for (let n = 0; n < 5; n++) expect((await guess(`wrong ${n}`)).status).toBe(403)
    expect((await guess(PASSWORD)).status).toBe(429)
  })
})

describe('an administrator', () => {
  it('cannot delete, suspend or demote their own account', async () => {
    const { id } = api.admin
    expect((await api.admin.delete(`/auth/v4/user/${id}`)).status).toBe(400)
    expect((await api.admin.post(`/vm/v3/user/${id}/suspend`)).status).toBe(400)
    expect((await api.admin.post(`/auth/v4/user/${id}`, { roles: ['@user'] })).status).toBe(400)
    expect((await api.admin.get('/auth/v4/whoami')).body.roles).toEqual(['@admin'])
  })

  it('is left over when two take the role from each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = await Promise.all(
        ['p', 'q'].map(async (name) => {
          const email = `${name}${round}@example.com`
          const id = (await create(email, { role: '@admin' })).body.id as number
          return { id, token: (await signIn(email)).body.token as string }
        }),
      )
      const [p, q] = pair as [(typeof pair)[0], (typeof pair)[0]]
      await api.database.prisma.account.update({ where: { id: api.admin.id }, data: { state: 'suspended' } })
      const demote = (by: string, id: number) =>
        api.request('POST', `/auth/v4/user/${id}`, { token: by, body: { roles: ['@user'] } })
      await Promise.all([demote(p.token, q.id), demote(q.token, p.id)])
      const { rows } = await api.database.pool.query(
        `select count(*)::int as n from account where '@admin' = any(roles) and state = 'active'`,
      )
      expect(rows[0].n).toBe(1)
      await api.database.prisma.account.deleteMany({ where: { id: { in: [p.id, q.id] } } })
      await api.database.prisma.account.update({ where: { id: api.admin.id }, data: { state: 'active' } })
    }
  })

  it('deletes a user who owns nothing, and ends the sessions', async () => {
    const id = (await create('ira@example.com')).body.id as number
    const { token } = (await signIn('ira@example.com')).body
    expect((await api.admin.delete(`/auth/v4/user/${id}`)).body).toEqual({ id })
    expect(await isAlive(token)).toBe(false)
    expect((await api.admin.delete(`/auth/v4/user/${id}`)).status).toBe(404)
    expect((await signIn('ira@example.com')).status).toBe(403)
  })

  it('names what a user owns who cannot be deleted for it', async () => {
    const id = (await create('jon@example.com')).body.id as number
    const cluster = await api.database.prisma.cluster.create({ data: { name: 'c1', virtualization_type: 'dummy' } })
    await api.database.prisma.host.create({
      data: {
        name: 'web-1',
        internal_name: 'vm-1',
        uuid: crypto.randomUUID(),
        account_id: id,
        cluster_id: cluster.id,
        cpu_number: 2,
        ram_mib: 1024,
      },
    })
    const refused = await api.admin.delete(`/vm/v3/user/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 9004 } } })
    expect(refused.body.error.msg).toContain('web-1')
    expect((await api.admin.get(`/vm/v3/account/${id}`)).body).toMatchObject({
      host_count: 1,
      cpu_count: 2,
      ram_mib: 1024,
      host_ids: [expect.any(Number)],
    })
    expect((await api.admin.get("/vm/v3/account?where=host_count EQ 1 AND roles CP '%@user%'")).body.size).toBe(1)
  })
})

it('leaves one audit record a change, without passwords', async () => {
  const count = () => api.database.prisma.audit.count()
  const before = await count()
  const id = (await create('kim@example.com')).body.id as number
  await api.admin.post(`/auth/v4/user/${id}`, { password: NEW, full_name: 'Kim' })
  await api.admin.post(`/vm/v3/user/${id}/suspend`)
  await api.admin.delete(`/vm/v3/user/${id}`)
  expect(await count()).toBe(before + 4)
  const records = await api.database.prisma.audit.findMany({ orderBy: { id: 'desc' }, take: 4 })
  expect(records.every((r) => r.entity === 'account' && r.entity_id === id && r.account_id === api.admin.id)).toBe(true)
  expect(JSON.stringify(records.map((r) => r.input))).not.toMatch(/horse/)
})
