import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { panelKey } from '../../../auth/panel-key.ts'
import { unseal } from '../../../db/secrets.ts'
import { datacenterFixture } from '../fixture.ts'
import { forgetOldMessages } from './messages.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
beforeAll(async () => {
  dc = await datacenterFixture()
})
afterAll(() => dc.close())

const riga = { name: 'Riga', ssh_address: '192.0.2.7', ssh_port: 22, ssh_user: 'root' }

describe('locations', () => {
  it('keep the password of their control host to themselves', async () => {
    const id = await dc.made(
      dc.api.admin.post('/dci/v3/location', { ...riga, geolocation: 'Riga 1', password: 'sesame-7' }),
    )
    const answer = await dc.api.admin.get(`/dci/v3/location/${id}`)
    expect(answer.body).toMatchObject({ ...riga, geolocation: 'Riga 1', status: 'created', userspace: 1 })
    expect(JSON.stringify(answer.body)).not.toContain('sesame')
    const row = await dc.api.database.prisma.location.findUniqueOrThrow({ where: { id } })
    expect(row.ssh_password).not.toContain('sesame')
    expect(unseal(row.ssh_password ?? '', { table: 'location', id, column: 'ssh_password' })).toBe('sesame-7')
    const audit = await dc.api.database.pool.query('select * from audit where entity_id = $1', [id])
    expect(JSON.stringify(audit.rows)).not.toContain('sesame')
  })

  it('go back to the check, and forget the host key, when another host is named', async () => {
    const id = await dc.addLocation('Oslo')
    const { prisma } = dc.api.database
    await prisma.location.update({ where: { id }, data: { status: 'ok', host_key: 'SHA256:x' } })
    const same = { name: 'Oslo 2', ssh_address: '192.0.2.1', ssh_port: 22, ssh_user: 'root' }
    await dc.made(dc.api.admin.post(`/dci/v3/location/${id}`, same))
    expect(await prisma.location.findUnique({ where: { id } })).toMatchObject({ status: 'ok', host_key: 'SHA256:x' })
    await prisma.location.update({ where: { id }, data: { status: 'check_failed' } })
    await dc.made(dc.api.admin.post(`/dci/v3/location/${id}`, { ssh_address: same.ssh_address }))
    expect(await prisma.location.findUnique({ where: { id } })).toMatchObject({ status: 'created', host_key: null })
    await prisma.location.update({ where: { id }, data: { status: 'ok', host_key: 'SHA256:x' } })
    await dc.made(dc.api.admin.post(`/dci/v3/location/${id}`, { ssh_address: '192.0.2.8' }))
    expect(await prisma.location.findUnique({ where: { id } })).toMatchObject({ status: 'created', host_key: null })
  })

  it('say how many of their devices are asked at once', async () => {
    const id = await dc.addLocation('Turku')
    const at = `/dci/v3/location/${id}`
    expect((await dc.api.admin.get(at)).body.poll_limit).toBe(16)
    await dc.made(dc.api.admin.post(`${at}/poll_limit`, { poll_limit: 3 }))
    expect((await dc.api.admin.get(at)).body).toMatchObject({ poll_limit: 3, status: 'created' })
    expect(await dc.refused(dc.api.admin.post(`${at}/poll_limit`, { poll_limit: 0 }), 400)).toContain('poll_limit')
    expect((await dc.api.ann.post(`${at}/poll_limit`, { poll_limit: 3 })).status).toBe(403)
  })

  it('stay while racks belong to them', async () => {
    const id = await dc.addLocation('Bergen')
    const rack = await dc.made(dc.api.admin.post(`/dci/v3/location/${id}/rack`, { name: 'B1', size: 42 }))
    expect(await dc.refused(dc.api.admin.delete(`/dci/v3/location/${id}`), 409)).toBe(
      'Location Bergen is in use by 1 rack (B1)',
    )
    await dc.made(dc.api.admin.delete(`/dci/v3/rack/${rack}`))
    await dc.made(dc.api.admin.delete(`/dci/v3/location/${id}`))
    expect((await dc.api.admin.get(`/dci/v3/location/${id}`)).status).toBe(404)
  })
})

describe('messages of a location', () => {
  it('are kept, the newest thousand of them', async () => {
    const id = await dc.addLocation('Vaasa')
    const path = `/dci/v3/location/${id}/message`
    const { prisma } = dc.api.database
    await prisma.location_message.createMany({
      data: Array.from({ length: 1000 }, () => ({ location_id: id, stream: 'old', message: {} })),
    })
    const kept = await dc.made(dc.api.admin.post(path, { stream: 'dhcp', message: { lease: 1 }, other: true }))
    expect(await prisma.location_message.findUnique({ where: { id: kept } })).toMatchObject({
      stream: 'dhcp',
      message: { lease: 1 },
    })
    expect(await prisma.location_message.count({ where: { location_id: id } })).toBe(1000)
    const { body } = await dc.api.admin.get(`${path}?limit=0,2`)
    expect(body).toMatchObject({
      size: 1000,
      list: [{ id: kept, location: id, stream: 'dhcp', message: { lease: 1 } }, { stream: 'old' }],
    })
    expect((await dc.api.admin.get(`${path}?where=stream EQ 'dhcp'`)).body.size).toBe(1)
    expect((await dc.api.ann.get(path)).status).toBe(403)
    expect((await dc.api.admin.get('/dci/v3/location/999999/message')).status).toBe(404)
    const large = { stream: 'dhcp', message: { text: 'x'.repeat(70_000) } }
    expect(await dc.refused(dc.api.admin.post(path, large), 400)).toContain('at most')
    expect((await dc.api.ann.post(path, { stream: 'dhcp', message: {} })).status).toBe(403)
    await dc.made(dc.api.admin.delete(`/dci/v3/location/${id}`))
  })

  it('older than a month are forgotten', async () => {
    const { prisma } = dc.api.database
    const old = new Date(Date.now() - 31 * 24 * 3_600_000)
    const data = { location_id: dc.location, stream: 's', message: {} }
    const { id } = await prisma.location_message.create({ data: { ...data, created_at: old } })
    const young = await prisma.location_message.create({ data })
    await forgetOldMessages()
    const left = await prisma.location_message.findMany({ where: { id: { in: [id, young.id] } } })
    expect(left.map((row) => row.id)).toEqual([young.id])
  })
})

it('the SSH access of a new or changed location is checked', async () => {
  const { prisma } = dc.api.database
  const checks = async (id: number) =>
    (await prisma.task.findMany({ where: { name: 'location_check', registry_id: id }, orderBy: { id: 'asc' } })).map(
      (task) => task.consul_id,
    )
  const made = await dc.api.admin.post('/dci/v3/location', { ...riga, name: 'Narva', geolocation: '' })
  const { id } = made.body
  const at = `/dci/v3/location/${id}`
  expect(await checks(id)).toEqual([made.body.task])
  const renamed = await dc.api.admin.post(at, { name: 'Narva 2', geolocation: 'Narva', ssh_port: 22 })
  expect(renamed.body).toEqual({ id })
  expect(await checks(id)).toHaveLength(1)
  for (const change of [{ ssh_address: '192.0.2.9' }, { ssh_port: 2222 }, { ssh_user: 'admin' }, { password: 'new' }]) {
    await prisma.location.update({ where: { id }, data: { status: 'ok' } })
    const { body } = await dc.api.admin.post(at, change)
    expect((await checks(id)).at(-1)).toBe(body.task)
    expect((await dc.api.admin.get(at)).body.status).toBe('created')
  }
  expect(await checks(id)).toHaveLength(5)
})

it('an empty password is none: the key of the panel is used', async () => {
  const { prisma } = dc.api.database
  const { body } = await dc.api.admin.post('/dci/v3/location', { ...riga, name: 'Luhamaa', password: '' })
  const where = { id: body.id }
  expect((await prisma.location.findUniqueOrThrow({ where })).ssh_password).toBeNull()
  await dc.api.admin.post(`/dci/v3/location/${body.id}`, { password: 'one' })
  expect((await prisma.location.findUniqueOrThrow({ where })).ssh_password).not.toBeNull()
  await dc.api.admin.post(`/dci/v3/location/${body.id}`, { password: '' })
  expect((await prisma.location.findUniqueOrThrow({ where })).ssh_password).toBeNull()
})

it('the public key of the panel is shown to administrators', async () => {
  const { status, body } = await dc.api.admin.get('/vm/v3/settings/ssh_key')
  expect(status).toBe(200)
  expect(body.ssh_key).toMatch(/^ssh-ed25519 [A-Za-z0-9+/=]+ datahall$/)
  expect(body.ssh_key).toBe((await panelKey()).publicKey.trim())
  expect((await dc.api.ann.get('/vm/v3/settings/ssh_key')).status).toBe(403)
})

it('the check is one task of the location', async () => {
  const { status, body } = await dc.api.admin.post(`/dci/v3/location/${dc.location}/check`)
  expect(status).toBe(200)
  const { rows } = await dc.api.database.pool.query('select name, entity, registry_id from task where consul_id = $1', [
    body.task,
  ])
  expect(rows).toEqual([{ name: 'location_check', entity: 'location', registry_id: dc.location }])
  await dc.refused(dc.api.admin.post('/dci/v3/location/999999/check'), 404)
})
