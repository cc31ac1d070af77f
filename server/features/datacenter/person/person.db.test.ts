import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datacenterFixture } from '../fixture.ts'
import { oneOfEach } from '../fixture-rows.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
beforeAll(async () => {
  dc = await datacenterFixture()
})
afterAll(() => dc.close())

const at = '/dci/v3/user'

describe('the people of the data centre', () => {
  it('are shown as administrators or users, and a role that is sent back as it was read takes nothing', async () => {
    const { id } = dc.api.bob
    const read = async () => (await dc.api.admin.get(`${at}/${id}`)).body.roles
    const stored = async () => (await dc.api.admin.get(`/auth/v4/user/${id}`)).body.roles
    expect([await read(), await stored()]).toEqual([['@user'], ['@advanced_user']])
    await dc.made(dc.api.admin.post(`${at}/${id}`, { role: '@user', full_name: 'Bob' }))
    expect([await read(), await stored()]).toEqual([['@user'], ['@advanced_user']])
    const { body } = await dc.api.admin.get(`${at}?where=roles CP '%advanced%'`)
    expect(body.size).toBe(0)
  })

  it('are those of the panel, with their servers and VLANs', async () => {
    const body = { email: 'carl@example.com', password: 'Carl-pass-1', role: '@user', phone_number: '+49 1' }
    const id = await dc.made(dc.api.admin.post(at, body))
    expect((await dc.api.admin.get(`${at}/${id}`)).body).toMatchObject({
      id,
      email: 'carl@example.com',
      roles: ['@user'],
      full_name: '',
      phone_number: '+49 1',
      server_count: 0,
      vlans_per_user: 0,
    })
    const ids = await oneOfEach(dc.api.database.prisma, id)
    await dc.api.database.prisma.switch_port.update({
      where: { id: ids.port_id },
      data: { vlan_id: 5, is_trunk: true, trunk_members: [6, 7] },
    })
    expect((await dc.api.admin.get(`${at}?where=server_count GT 0`)).body).toMatchObject({
      size: 1,
      list: [{ id, server_count: 1, vlans_per_user: 3 }],
    })
    expect(await dc.refused(dc.api.admin.delete(`${at}/${id}`), 409)).toBe(
      'carl@example.com still owns 1 server: remove or change its owner first',
    )
    await dc.made(dc.api.admin.post(`${at}/${id}`, { role: '@admin' }))
    expect((await dc.api.admin.get(`/auth/v4/user/${id}`)).body.roles).toEqual(['@admin'])
  })

  it('keep free-form settings apart from those of the screens', async () => {
    const mine = `${at}/${dc.api.ann.id}/settings`
    expect((await dc.api.ann.get(mine)).body).toEqual({})
    await dc.made(dc.api.ann.post(mine, { columns: ['name'], theme: 'x' }))
    expect((await dc.api.ann.get(mine)).body).toEqual({ columns: ['name'], theme: 'x' })
    await dc.made(dc.api.admin.post(mine, { theme: 'y' }))
    expect((await dc.api.ann.get(mine)).body).toEqual({ theme: 'y' })
    expect((await dc.api.bob.get(mine)).status).toBe(404)
    const half = 'x'.repeat(40_000)
    expect((await dc.api.ann.post(mine, { much: half, more: half })).status).toBe(413)
  })
})

describe('the panel', () => {
  it('tells what it is and what it holds', async () => {
    const { body } = await dc.api.admin.get('/dci/v3/license')
    expect(body).toMatchObject({ device_limit_exceeded: false, device_limit: -1, total_devices: 4 })
    expect((await dc.api.admin.get('/dci/v3/info')).body.location).toMatchObject({
      status: 'created',
      ssh_user: 'root',
    })
    expect((await dc.api.ann.get('/dci/v3/info')).body).toEqual({ location: { status: 'created' } })
    expect((await dc.api.admin.get('/dci/v3/update')).body.is_available).toBe(false)
    expect((await dc.api.admin.get('/dci/v3/task?where=consul_id EQ 999999')).body).toMatchObject({ size: 0, list: [] })
  })
})
