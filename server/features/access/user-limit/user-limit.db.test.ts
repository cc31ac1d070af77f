import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { quotaRace, quotaStage } from '../../../../e2e/support/quota-race.ts'
import { limitFields } from '../../../domain/user-limit/fields.ts'

let api: Awaited<ReturnType<typeof testApi>>
let stage: Awaited<ReturnType<typeof quotaStage>>
let number = 0
const create = (who: { post: typeof api.ann.post }, more: object = {}) =>
  who.post('/vm/v3/host', { ...stage.body, name: `vm-${++number}`, ...more })
const ofAccount = (id: number) => `/vm/v3/user_limits/account/${id}`

beforeAll(async () => {
  api = await testApi()
  stage = await quotaStage()
})
afterAll(() => api.close())

describe('limits', () => {
  it('of accounts that create VMs are those of their role at first, and no account may take all there is', async () => {
    const { status, body } = await api.ann.get(ofAccount(api.ann.id))
    expect(status).toBe(200)
    const usual = { host_count: 25, cpu_number_total: 100, ram_mib_total: 204_800, hdd_mib_total: 4_194_304 }
    const whole = { ...Object.fromEntries(limitFields.map((field) => [field, null])), ...usual, ipv4_number_total: 50 }
    expect(body.in_force).toEqual(whole)
    for (const field of limitFields) expect([field, body[field]]).toEqual([field, null])
    expect((await api.admin.get(ofAccount(api.admin.id))).body.in_force.host_count).toBeNull()
    const guest = await api.person('guest@example.com', ['@user'])
    expect((await guest.get(ofAccount(guest.id))).body.in_force.host_count).toBeNull()
    const { pool } = api.database
    await pool.query(
      `insert into host (name, internal_name, uuid, account_id, cluster_id, cpu_number, ram_mib)
       select 'many-' || n, 'many-' || n, gen_random_uuid(), $1, $2, 1, 512 from generate_series(1, 25) n`,
      [api.bob.id, stage.cluster],
    )
    expect((await create(api.bob)).body.error).toMatchObject({
      value: 'host_count',
      msg: expect.stringContaining('25 of 25 VMs are in use'),
    })
    await pool.query("delete from host where name like 'many-%'")
    expect((await api.admin.delete('/vm/v3/user_limits/role/3')).body).toEqual({})
    expect((await api.ann.get(ofAccount(api.ann.id))).body.in_force.host_count).toBeNull()
    expect(body.used).toMatchObject({ host_count: 0, cpu_number_total: 0, ipv4_number_total: 0 })
    expect((await create(api.ann)).status).toBe(200)
    expect((await api.ann.get(ofAccount(api.ann.id))).body.used).toMatchObject({
      host_count: 1,
      cpu_number_total: 1,
      ram_mib_total: 512,
      hdd_mib_total: 2048,
      ipv4_number_total: 1,
    })
  })

  it('of a role hold for its accounts, and those of the account before them', async () => {
    const role = '/vm/v3/user_limits/role/3'
    expect((await api.admin.post(role, { host_count: 5, cpu_number: 2 })).body).toMatchObject({ host_count: 5 })
    expect((await api.admin.get('/vm/v3/user_limits/role/3')).body).toMatchObject({ cpu_number: 2 })
    await api.admin.post(ofAccount(api.ann.id), { host_count: -1, ram_mib_total: 4096 })
    expect((await api.ann.get(ofAccount(api.ann.id))).body).toMatchObject({
      host_count: -1,
      cpu_number: null,
      in_force: { host_count: null, cpu_number: 2, ram_mib_total: 4096 },
    })
    expect((await api.bob.get(ofAccount(api.bob.id))).body.in_force).toMatchObject({
      host_count: 5,
      ram_mib_total: null,
    })
    const { body } = await api.admin.get('/vm/v3/user_limits?orderby=id')
    expect(body.list).toMatchObject([
      { role: '@advanced_user', account: null, host_count: 5 },
      { role: null, account: { id: api.ann.id, email: 'ann@example.com' }, host_count: -1 },
    ])
    for (const path of [role, ofAccount(api.ann.id)]) expect((await api.admin.delete(path)).body).toEqual({})
    expect((await api.admin.get('/vm/v3/user_limits')).body.size).toBe(0)
  })

  it.each([
    ['cpu_number', 1, { cpu_number: 2 }, 'A VM of this account may have at most 1 CPU cores, and 2 are asked for'],
    ['ram_mib', 600, { ram_mib: 1024 }, 'at most 600 MiB of RAM'],
    ['hdd_mib', 2048, { hdd_mib: 4096 }, 'at most 2048 MiB of disk space'],
    ['ipv4_number', 1, { ipv4_number: 2 }, 'at most 1 IPv4 addresses'],
    ['host_count', 1, {}, 'The limit of the account is reached: 1 of 1 VMs are in use, and 1 more are asked for'],
    ['cpu_number_total', 2, { cpu_number: 2 }, '1 of 2 CPU cores are in use, and 2 more are asked for'],
    ['ram_mib_total', 700, {}, '512 of 700 MiB of RAM are in use, and 512 more'],
    ['hdd_mib_total', 4000, {}, '2048 of 4000 MiB of disk space are in use'],
    ['ipv4_number_total', 1, {}, '1 of 1 IPv4 addresses are in use, and 1 more'],
  ])('%s of %d is not passed, and the refusal says what is used', async (field, limit, asked, words) => {
    await api.admin.post(ofAccount(api.ann.id), { [field]: limit })
    const refused = await create(api.ann, asked)
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 9007, value: field } } })
    expect(refused.body.error.msg).toContain(words)
    expect((await create(api.admin, { ...asked, account: api.ann.id })).status).toBe(409)
    await api.admin.delete(ofAccount(api.ann.id))
  })

  it('are shown to their owner and set by administrators', async () => {
    expect((await api.bob.get(ofAccount(api.ann.id))).status).toBe(404)
    for (const path of [ofAccount(api.bob.id), '/vm/v3/user_limits/role/2']) {
      expect((await api.bob.post(path, { host_count: 9 })).status).toBe(403)
      expect((await api.bob.delete(path)).status).toBe(403)
    }
    expect((await api.admin.get(ofAccount(999_999))).status).toBe(404)
    expect((await api.admin.post(ofAccount(999_999), { host_count: 1 })).status).toBe(404)
    expect((await api.admin.get('/vm/v3/user_limits/role/9')).status).toBe(404)
    expect((await api.admin.post(ofAccount(api.bob.id), { host_count: -2 })).status).toBe(400)
    expect((await api.admin.post(ofAccount(api.bob.id), { hosts: 2 })).body.error.code).toBe(3008)
  })

  it('hold for a VM that is given away', async () => {
    const made = await create(api.admin)
    await api.admin.post(ofAccount(api.bob.id), { host_count: 0 })
    const give = () => api.admin.post(`/vm/v3/host/${made.body.id}/account`, { account: api.bob.id })
    expect((await give()).body.error).toMatchObject({ code: 9007, value: 'host_count' })
    await api.admin.delete(ofAccount(api.bob.id))
    expect((await give()).status).toBe(200)
  })
})

it('the last unit is given once, however many want it', async () => {
  expect(await quotaRace({ rounds: 6, writers: 12 })).toEqual({ won: 6, above: 0, faults: 0 })
})
