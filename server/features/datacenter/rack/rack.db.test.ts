import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../db/transaction.ts'
import { datacenterFixture } from '../fixture.ts'
import { place } from '../placement/service.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
beforeAll(async () => {
  dc = await datacenterFixture()
})
afterAll(() => dc.close())

const switches = { device: 'snmp_common', ip: '192.0.2.10' }
let number = 0
/** A switch row of the table alone, to stand in racks. */
const addSwitch = async (rack_id: number, unit: number) =>
  (
    await dc.api.database.prisma.net_switch.create({
      data: { ...switches, name: `sw-${++number}`, location_id: dc.location, rack_id, unit, size: 1 },
    })
  ).id
const full = { face: 'front', width: 'full', depth: 'full' } as const

describe('racks', () => {
  it('are made, read, found, changed and removed', async () => {
    const id = await dc.addRack(47, 'Rack0001')
    const { body, headers } = await dc.api.admin.get(`/dci/v3/rack/${id}`)
    expect(body).toMatchObject({
      id,
      name: 'Rack0001',
      size: 47,
      note: '',
      used: 0,
      free: 47,
      reserved: 0,
      device_count: 0,
      location: { id: dc.location, name: 'Frankfurt', geolocation: '', userspace: 1 },
      device_server: [],
      device_switch: [],
      device_pdu: [],
      device_chassis: [],
    })
    expect(headers.get('etag')).toBe('"1"')
    const found = await dc.api.admin.get("/dci/v3/rack?where=name CP '%25Rack0001%25'&orderby=device_count desc")
    expect(found.body).toMatchObject({ size: 1, list: [{ id }] })
    await dc.made(dc.api.admin.post(`/dci/v3/rack/${id}`, { note: 'by the door' }))
    const stale = dc.api.admin.post(`/dci/v3/rack/${id}`, { note: 'x' }, { headers: { 'if-match': '"1"' } })
    expect(await dc.refused(stale, 409)).toBe(`Rack ${id} was changed meanwhile: read it again`)
    await dc.made(dc.api.admin.delete(`/dci/v3/rack/${id}`))
    expect((await dc.api.admin.get(`/dci/v3/rack/${id}`)).status).toBe(404)
  })

  it('have one name each in their location', async () => {
    await dc.addRack(42, 'twice')
    const again = dc.api.admin.post(`/dci/v3/location/${dc.location}/rack`, { name: 'twice', size: 1 })
    expect(await dc.refused(again, 409)).toBe('A rack named twice already exists')
    const elsewhere = await dc.addLocation('Riga')
    await dc.made(dc.api.admin.post(`/dci/v3/location/${elsewhere}/rack`, { name: 'twice', size: 1 }))
    expect((await dc.api.admin.get(`/dci/v3/location/${elsewhere}/rack`)).body).toMatchObject({ size: 1 })
    expect((await dc.api.admin.get('/dci/v3/location/4711/rack')).status).toBe(404)
  })

  it('say who stands where, and keep what stands in them', async () => {
    const id = await dc.addRack(4)
    const ref = await addSwitch(id, 2)
    await transaction((work) => place(work, { kind: 'switch', ref }, id, { ...full, unit: 2, size: 1 }))
    await dc.made(dc.api.admin.post(`/dci/v3/rack/${id}/reservation`, { unit: 3, size: 2, note: 'new storage' }))
    expect((await dc.api.admin.get(`/dci/v3/rack/${id}`)).body).toMatchObject({ used: 1, free: 1, reserved: 2 })
    const name = `sw-${number}`
    expect((await dc.api.admin.get(`/dci/v3/rack/${id}/unit`)).body.list).toMatchObject([
      { unit: 1, busy_space: 0, devices: [] },
      { unit: 2, busy_space: 1, devices: [{ id: ref, name, size: 1, unit: 2, type: 'switch' }] },
      { unit: 3, busy_space: 1, devices: [{ name: 'new storage', size: 2, unit: 3, type: 'reserved' }] },
      { unit: 4, busy_space: 1, devices: [{ name: 'new storage', size: 2, unit: 3, type: 'reserved' }] },
    ])
    expect((await dc.api.admin.get(`/dci/v3/rack/${id}/device`)).body.list).toMatchObject([
      { kind: 'switch', id: ref, name, face: 'front', unit: 2, size: 1, width: 'full', half: 0, depth: 'full' },
      { kind: 'reserved', unit: 3, size: 2 },
    ])
    expect(await dc.refused(dc.api.admin.delete(`/dci/v3/rack/${id}`), 409)).toMatch(/in use by 1 switch \(sw-/)
    await addSwitch(id, 1)
    expect(await dc.refused(dc.api.admin.delete(`/dci/v3/rack/${id}`), 409)).toMatch(/in use by 2 switches \(sw-/)
  })

  it('refuse in words what does not fit', async () => {
    const id = await dc.addRack(10)
    const ref = await addSwitch(id, 5)
    await transaction((work) => place(work, { kind: 'switch', ref }, id, { ...full, unit: 5, size: 2 }))
    const reserve = (unit: number, size = 1) => dc.api.admin.post(`/dci/v3/rack/${id}/reservation`, { unit, size })
    expect(await dc.refused(reserve(4, 2), 409)).toMatch(/^No room in rack R\d+: unit 5 is taken by switch sw-\d+$/)
    expect(await dc.refused(reserve(10, 2), 400)).toMatch(/has 10 units: a device of 2 does not fit at unit 10/)
    const reservation = await dc.made(reserve(7))
    expect(await dc.refused(reserve(7), 409)).toMatch(/unit 7 is reserved$/)
    await dc.made(dc.api.admin.delete(`/dci/v3/rack/${id}/reservation/${reservation}`))
    await dc.made(reserve(7))
  })

  it('give one place to one of many who want it at once', async () => {
    const id = await dc.addRack(42)
    const refs = await Promise.all(Array.from({ length: 16 }, () => addSwitch(id, 1)))
    const outcomes = await Promise.allSettled(
      refs.map((ref, n) =>
        transaction((work) => place(work, { kind: 'switch', ref }, id, { ...full, unit: 20 + (n % 2), size: 2 })),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('in_use')
  })

  it('let devices that change places at once wait for each other in one order', async () => {
    const [a, b] = [await dc.addRack(42), await dc.addRack(42)]
    const [one, two] = [await addSwitch(a, 1), await addSwitch(b, 1)]
    const put = (ref: number, rack: number) =>
      transaction((work) => place(work, { kind: 'switch', ref }, rack, { ...full, unit: 1, size: 1 }))
    await put(one, a)
    await put(two, b)
    for (let round = 0; round < 10; round++)
      for (const outcome of await Promise.allSettled([put(one, b), put(two, a)]))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'in_use' } })
  })

  it('are the administrators’ alone', async () => {
    const id = await dc.addRack()
    for (const path of ['/dci/v3/rack', `/dci/v3/rack/${id}`, `/dci/v3/rack/${id}/unit`, '/dci/v3/location'])
      expect([path, (await dc.api.ann.get(path)).status]).toEqual([path, 403])
  })
})
