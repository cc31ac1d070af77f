import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db } from '../../../db/pool.ts'
import { datacenterFixture } from '../fixture.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
const platforms = { one: 0, two: 0, half: 0, blade: 0, wide: 0 }
beforeAll(async () => {
  dc = await datacenterFixture()
  const cpu_socket = await dc.made(dc.api.admin.post('/dci/v3/cpu_socket', { name: 'LGA4677' }))
  const sizes = {
    cpu_socket,
    cpu_socket_count: 2,
    ram_slot_count: 16,
    max_ram: 1024,
    hdd_slot_count: 8,
    pci_slot_count: 3,
  }
  const add = (name: string, type: string, server_size: number) =>
    dc.made(dc.api.admin.post('/dci/v3/platform', { ...sizes, name, type, server_size }))
  platforms.one = await add('one', 'server', 1)
  platforms.two = await add('two', 'server', 2)
  platforms.half = await add('half', 'server', 1)
  platforms.blade = await add('blade', 'blade', 1)
  platforms.wide = await add('wide', 'blade', 2)
  await dc.made(dc.api.admin.post(`/dci/v3/platform/${platforms.half}/width`, { width: 'half' }))
})
afterAll(() => dc.close())

const post = (body: object) => dc.api.admin.post('/dci/v3/server', body)
const read = async (id: number) => (await dc.api.admin.get(`/dci/v3/server/${id}`)).body

describe('servers', () => {
  it('stand in a rack, move, and make room', async () => {
    const rack = await dc.addRack(42, 'RS')
    const id = await dc.made(post({ name: 's1', platform: platforms.two, rack, unit: 10, mac: ['AA:BB:CC:00:00:01'] }))
    expect(await read(id)).toMatchObject({
      name: 's1',
      type: 'server',
      size: 2,
      unit: 10,
      slot: null,
      chassis: null,
      domain: '',
      owner: null,
      rack: { id: rack, name: 'RS', size: 42 },
      mac: ['aa:bb:cc:00:00:01'],
      ip: [],
      switch_connection: [],
      pdu_connection: null,
      pdu_connections: [],
      ...{
        location_id: dc.location,
        location: { name: 'Frankfurt' },
        platform: { name: 'two' },
        power_status: 'unknown',
      },
    })
    const taken = post({ name: 's2', platform: platforms.one, rack, unit: 11 })
    expect(await dc.refused(taken, 409)).toBe('No room in rack RS: unit 11 is taken by server s1')
    await dc.made(dc.api.admin.post(`/dci/v3/server/${id}`, { unit: 11 }))
    expect(await read(id)).toMatchObject({ unit: 11, version: 2 })
    await dc.made(post({ name: 's2', platform: platforms.one, rack, unit: 10 }))
    // What it could have of the place itself is not in its way.
    const half = post({ name: 's9', platform: platforms.two, rack, unit: 9 })
    expect(await dc.refused(half, 409)).toBe('No room in rack RS: unit 10 is taken by server s2')
    await dc.made(dc.api.admin.delete(`/dci/v3/server/${id}`))
    await dc.made(post({ name: 's3', platform: platforms.two, rack, unit: 11 }))
    expect((await dc.api.admin.get(`/dci/v3/rack/${rack}`)).body).toMatchObject({
      used: 3,
      device_count: 2,
      device_server: [
        { name: 's2', unit: 10, size: 1 },
        { name: 's3', unit: 11, size: 2 },
      ],
    })
  })

  it('of half width share a unit', async () => {
    const rack = await dc.addRack(42, 'RH')
    for (const name of ['left', 'right']) await dc.made(post({ name, platform: platforms.half, rack, unit: 1 }))
    expect((await dc.api.admin.get(`/dci/v3/rack/${rack}/device`)).body.list).toMatchObject([
      { name: 'left', half: 0, width: 'half', depth: 'full' },
      { name: 'right', half: 1, width: 'half', depth: 'full' },
    ])
    expect(await dc.refused(post({ name: 'third', platform: platforms.half, rack, unit: 1 }), 409)).toBe(
      'No room in rack RH: unit 1 is taken by server left, unit 1 is taken by server right',
    )
  })

  it('that are blades take slots', async () => {
    const rack = await dc.addRack(42, 'RB')
    const body = { name: 'c1', size: 4, server_slot_count: 4, unit: 1 }
    const chassis = await dc.made(dc.api.admin.post(`/dci/v3/rack/${rack}/chassis`, body))
    const wide = await dc.made(post({ name: 'b1', platform: platforms.wide, chassis, slot: 2 }))
    expect(await read(wide)).toMatchObject({
      rack: null,
      unit: null,
      slot: 2,
      chassis: { name: 'c1' },
      location_id: dc.location,
    })
    expect(await dc.refused(post({ name: 'b2', platform: platforms.blade, chassis, slot: 3 }), 409)).toBe(
      'No room in chassis c1: slot 3 is taken by b1',
    )
    expect(await dc.refused(post({ name: 'b2', platform: platforms.wide, chassis, slot: 4 }), 400)).toBe(
      'Chassis c1 has 4 slots: a blade of 2 does not fit at slot 4',
    )
    expect(await dc.refused(post({ name: 'b2', platform: platforms.blade, rack, unit: 20 }), 400)).toMatch(/is a blade/)
    await dc.made(dc.api.admin.post(`/dci/v3/server/${wide}`, { slot: 1 }))
    expect((await dc.api.admin.get(`/dci/v3/chassis/${chassis}/slot`)).body.list).toEqual([
      { slot: 1, devices: [{ id: wide, name: 'b1', size: 2, slot: 1 }] },
      { slot: 2, devices: [{ id: wide, name: 'b1', size: 2, slot: 1 }] },
      { slot: 3, devices: null },
      { slot: 4, devices: null },
    ])
    expect(await dc.refused(dc.api.admin.delete(`/dci/v3/chassis/${chassis}`), 409)).toBe(
      'Chassis c1 is in use by 1 server (b1)',
    )
  })

  it('belong to their owner, who sees no other', async () => {
    const rack = await dc.addRack(42, 'RO')
    const id = await dc.made(post({ name: 'anna', platform: platforms.one, rack, unit: 1 }))
    expect((await dc.api.ann.get(`/dci/v3/server/${id}`)).status).toBe(404)
    await dc.made(dc.api.admin.post(`/dci/v3/server/${id}/owner`, { owner: dc.api.ann.id }))
    expect((await dc.api.ann.get('/dci/v3/server')).body).toMatchObject({
      size: 1,
      list: [{ id, owner: dc.api.ann.id }],
    })
    expect((await dc.api.bob.get('/dci/v3/server')).body).toMatchObject({ size: 0, list: [] })
    const found = await dc.api.admin.get('/dci/v3/server?where=(owner_email IS null) AND is_new EQ false')
    expect(found.body.list.map((row: { name: string }) => row.name)).not.toContain('anna')
    await dc.made(dc.api.admin.post(`/dci/v3/server/${id}/owner`, { owner: dc.api.bob.id }))
    const told = async (account_id: number) =>
      (await db().prisma.change.findMany({ where: { account_id, entity: 'server', entity_id: id } })).map(
        (row) => row.data,
      )
    expect(await told(dc.api.bob.id)).toEqual([{ owner: dc.api.bob.id }])
    expect(await told(dc.api.ann.id)).toEqual([{ owner: dc.api.ann.id }, {}])
    await dc.made(dc.api.admin.delete(`/dci/v3/server/${id}/owner`))
    expect((await dc.api.bob.get('/dci/v3/server')).body.size).toBe(0)
  })

  it('are kept while they are protected, and refused with the field named', async () => {
    const rack = await dc.addRack(42, 'RP')
    const id = await dc.made(post({ name: 'kept', platform: platforms.one, rack, unit: 1, mac: ['aa:bb:cc:00:00:99'] }))
    await dc.made(dc.api.admin.post(`/dci/v3/server/${id}`, { is_protected: true }))
    expect(await dc.refused(dc.api.admin.delete(`/dci/v3/server/${id}`), 409)).toMatch(/is protected/)
    const field = async (body: object) => (await post({ name: 'x', platform: platforms.one, ...body })).body.error.value
    expect(await field({})).toBe('rack')
    expect(await field({ rack })).toBe('unit')
    expect(await field({ rack, unit: 1 })).toBe('unit')
    expect(await field({ rack, unit: 2, mac: ['AA:BB:CC:00:00:99'] })).toBe('mac')
    expect(await field({ platform: 4711, rack, unit: 2 })).toBe('platform')
    expect((await dc.api.admin.get(`/dci/v3/rack/${rack}`)).body.used).toBe(1)
  })

  it('that are free are counted by configuration', async () => {
    const rack = await dc.addRack(42, 'RC')
    for (const unit of [1, 2, 3]) {
      const id = await dc.made(post({ name: `f${unit}`, platform: platforms.one, rack, unit }))
      await dc.made(dc.api.admin.post(`/dci/v3/server/${id}`, { configuration: '2x 32c, 512 GB' }))
      if (unit === 3) await dc.made(dc.api.admin.post(`/dci/v3/server/${id}/maintenance`, { maintenance: true }))
    }
    expect((await dc.api.admin.get('/dci/v3/server/configuration')).body.list).toContainEqual({
      configuration: '2x 32c, 512 GB',
      free_server_count: 2,
    })
  })
})
