import { afterAll, beforeAll, expect, it } from 'vitest'
import { datacenterFixture } from '../fixture.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
beforeAll(async () => {
  dc = await datacenterFixture()
})
afterAll(() => dc.close())

const at = (path: string) => `/dci/v3/warehouse/${path}`
const add = (kind: string, body: object) => dc.api.admin.post(at(kind), body)

it('keeps devices and parts by their kind', async () => {
  const { admin } = dc.api
  const id = await dc.made(add('switch', { name: 'Spare leaf', serial: ' SN-1 ', location: dc.location, place: 'B4' }))
  await dc.made(add('spare_part', { name: 'DIMM 64 GB', quantity: 12 }))
  expect((await admin.get(at('switch'))).body).toMatchObject({ size: 1, last_notify: expect.any(Number) })
  expect((await admin.get(at('switch'))).body.list).toEqual([
    {
      id,
      name: 'Spare leaf',
      warehouse_status: 'in_stock',
      device_type: 'switch',
      serial: 'SN-1',
      quantity: 1,
      location: { id: dc.location, name: 'Frankfurt' },
      place: 'B4',
      note: '',
      version: 1,
    },
  ])
  expect((await admin.get(`${at('spare_part')}?where=quantity GT 10`)).body.size).toBe(1)
  expect((await admin.get(at('pdu'))).body).toMatchObject({ size: 0, list: [] })
  await dc.made(admin.post(at(`switch/${id}`), { warehouse_status: 'in_repair', location: null }))
  expect((await admin.get(at('switch'))).body.list).toMatchObject([
    { warehouse_status: 'in_repair', location: null, version: 2 },
  ])
  await dc.made(admin.delete(at(`switch/${id}`)))
  expect((await admin.get(at('switch'))).body.size).toBe(0)
})

it('refuses what cannot be, in words', async () => {
  const { admin } = dc.api
  const id = await dc.made(add('pdu', { name: 'Bar', serial: 'P-1' }))
  expect(await dc.refused(add('pdu', { name: 'Bar', serial: 'p-1' }), 409)).toBe(
    'A spare with the serial number p-1 already exists',
  )
  const alone = 'With a serial number the quantity must be 1: create an entry for each item'
  expect(await dc.refused(add('pdu', { name: 'Bar', serial: 'P-2', quantity: 2 }), 400)).toBe(alone)
  expect(await dc.refused(admin.post(at(`pdu/${id}`), { quantity: 2 }), 400)).toBe(alone)
  expect(await dc.refused(add('pdu', { name: 'Bar', location: 999 }), 400)).toBe('Location 999 does not exist')
  expect((await admin.get(at('blender'))).status).toBe(400)
  expect((await admin.delete(at(`switch/${id}`))).status).toBe(404)
  const far = await dc.addLocation('Oslo')
  await dc.made(add('ups', { name: 'Battery', location: far }))
  expect(await dc.refused(admin.delete(`/dci/v3/location/${far}`), 409)).toBe(
    'Location Oslo is in use by 1 spare (Battery)',
  )
})
