import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { DummyConnection } from '../../../simulation/hypervisor/connection.ts'

let t: Awaited<ReturnType<typeof testCluster>>
beforeAll(async () => {
  t = await testCluster()
})
afterAll(() => t.close())

const KEY = 'ABCDE-12345-FGHIJ-67890-KLMNO'
const edit = (body: object, who = t.admin) => who.post(`/vm/v3/os/${t.os}`, body)
const group = (os_group: string) => t.database.prisma.os.update({ where: { id: t.os }, data: { os_group } })
const read = async (who = t.admin) => (await who.get(`/vm/v3/os/${t.os}`)).body

describe('product key and KMS server', () => {
  it('are refused for systems that have no use for them', async () => {
    for (const [name, value] of Object.entries({ product_key: KEY, kms_ip: '192.0.2.1', kms_port: '1688' })) {
      const { status, body } = await edit({ [name]: value })
      expect([status, body.error.value]).toEqual([400, name])
    }
    expect((await edit({ product_key: '', kms_ip: '', kms_port: '' })).status).toBe(200)
  })

  it('reach the seed of Windows guests, and the key nothing else', async () => {
    await group('windows')
    const written: Record<string, string>[] = []
    const original = DummyConnection.prototype.writeSeed
    vi.spyOn(DummyConnection.prototype, 'writeSeed').mockImplementation(function (this: DummyConnection, ...args) {
      written.push(args[1])
      return original.apply(this, args)
    })
    const wrong: [object, string][] = [
      [{ product_key: "x'; shutdown /s" }, 'product_key'],
      [{ kms_ip: '2001:db8::1' }, 'kms_ip'],
      [{ kms_port: '1700' }, 'kms_port'],
    ]
    for (const [body, field] of wrong) expect((await edit(body)).body.error?.value).toBe(field)
    expect((await edit({ product_key: KEY, kms_ip: 'kms.example.com', kms_port: '1700' })).status).toBe(200)
    expect(await read()).toMatchObject({
      product_key: null,
      has_product_key: true,
      kms_supported: true,
      kms_ip: 'kms.example.com',
      kms_port: '1700',
    })
    const { id } = await t.done(await t.create({ name: 'win' }))
    const [seed] = written
    expect(seed?.['openstack/latest/user_data']).toContain(KEY)
    expect(JSON.parse(seed?.['openstack/latest/meta_data.json'] ?? '')).toMatchObject({
      hostname: 'win',
      admin_pass: 'Guest-pass-1',
      meta: { kms_host: 'kms.example.com:1700' },
    })
    const { rows } = await t.database.pool.query(
      `select 'os' as place from os where product_key = $1 union all
       select 'audit' from audit a where a::text like $2 union all select 'task' from task k where k::text like $2 union all
       select 'task_step' from task_step s where s::text like $2 union all
       select 'history' from host_history h where h::text like $2 union all select 'change' from change c where c::text like $2`,
      [KEY, `%${KEY}%`],
    )
    expect(rows).toEqual([])

    expect((await edit({ product_key: '' })).status).toBe(200)
    expect(await read()).toMatchObject({ has_product_key: false, kms_ip: 'kms.example.com' })
    await t.done(await t.ann.post(`/vm/v3/host/${id}/reinstall`, { password: 'Guest-pass-2' }))
    expect(Object.keys(written.at(-1) ?? {})).not.toContain('openstack/latest/user_data')
  })

  it('leave a rescue system its own kind of seed, and a clone needs a password', async () => {
    const spy = vi.spyOn(DummyConnection.prototype, 'writeSeed')
    const { id } = await t.done(await t.create({ name: 'win2' }))
    await t.done(await t.ann.post(`/vm/v3/host/${id}/rescue_mode`, { rescue_mode: true, password: 'Rescue-pass-1' }))
    expect(Object.keys(spy.mock.lastCall?.[1] ?? {})).toContain('user-data')
    await t.done(await t.ann.post(`/vm/v3/host/${id}/rescue_mode`, { rescue_mode: false }))
    const clone = (body: object) => t.ann.post(`/vm/v3/host/${id}/clone`, { name: 'win3', ...body })
    expect((await clone({})).body.error).toMatchObject({ value: 'password' })
    await t.done(await clone({ password: 'Guest-pass-3' }))
    await group('linux')
  })
})

it('a system for administrators only is chosen by them alone', async () => {
  const { id } = await t.done(await t.create({ name: 'anns' }))
  await edit({ adminonly: true })
  const listed = async (who: typeof t.ann) =>
    (await who.get('/vm/v3/os')).body.list.map((one: { id: number }) => one.id).includes(t.os)
  expect([await listed(t.ann), await listed(t.admin)]).toEqual([false, true])

  const asked: [string, object][] = [
    ['reinstall', { os: t.os, password: 'Guest-pass-2' }],
    ['reinstall', { password: 'Guest-pass-2' }],
    ['clone', { name: 'another' }],
  ]
  for (const [action, body] of asked) {
    const { status, body: answer } = await t.ann.post(`/vm/v3/host/${id}/${action}`, body)
    expect([status, answer.error?.value], action).toEqual([403, 'os'])
  }
  expect((await t.create({ name: 'new' })).body.error).toMatchObject({ value: 'os' })
  await t.database.prisma.host.update({ where: { id }, data: { state: 'crashed', is_built: false } })
  const retry = await t.ann.post(`/vm/v3/host/${id}/retry`, {})
  expect([retry.status, retry.body.error?.value]).toEqual([403, 'os'])
  await t.database.prisma.host.update({ where: { id }, data: { state: 'active', is_built: true } })

  for (const [action, body] of asked) await t.done(await t.admin.post(`/vm/v3/host/${id}/${action}`, body))
  await t.done(await t.create({ name: 'new' }, t.admin))
  await edit({ adminonly: false })
  await t.done(await t.ann.post(`/vm/v3/host/${id}/reinstall`, { password: 'Guest-pass-2' }))
})
