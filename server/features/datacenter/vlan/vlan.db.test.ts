import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datacenterFixture } from '../fixture.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
let riga: number
beforeAll(async () => {
  dc = await datacenterFixture()
  riga = await dc.addLocation('Riga')
})
afterAll(() => dc.close())

const at = (location: number) => `/dci/v3/location/${location}/vlan`

describe('VLANs', () => {
  it('have a number of their own in each location', async () => {
    for (const [location, name] of [
      [dc.location, 'office'],
      [riga, 'guests'],
    ] as const)
      expect(await dc.made(dc.api.admin.post(at(location), { id: 10, name }))).toBe(10)
    expect((await dc.api.admin.get('/dci/v3/vlan?where=id EQ 10&orderby=location_id')).body).toMatchObject({
      size: 2,
      list: [
        { id: 10, name: 'office', location_id: dc.location, members_count: 0 },
        { id: 10, name: 'guests', location_id: riga },
      ],
    })
    expect((await dc.api.admin.get(`${at(riga)}/10`)).body).toMatchObject({ name: 'guests', note: '' })
    expect(await dc.refused(dc.api.admin.post(at(riga), { id: 10, name: 'again' }), 409)).toBe(
      'The location already has VLAN 10',
    )
    expect(await dc.refused(dc.api.admin.post(at(riga), { id: 11, name: 'guests' }), 409)).toBe(
      'The location already has a VLAN named guests',
    )
    await dc.made(dc.api.admin.post(`${at(riga)}/10`, { note: 'no access to the office' }))
    expect((await dc.api.admin.get(`${at(dc.location)}/10`)).body.note).toBe('')
    expect((await dc.api.admin.get(`${at(riga)}/4000`)).status).toBe(404)
  })

  it('list the ports that carry them, and stay as long as there are any', async () => {
    await dc.made(dc.api.admin.post(at(riga), { id: 20, name: 'backup' }))
    const { prisma } = dc.api.database
    const rack = await prisma.rack.create({ data: { location_id: riga, name: 'R', size: 42 } })
    const device = { device: 'snmp_common', ip: '192.0.2.9', location_id: riga, rack_id: rack.id, unit: 1, size: 1 }
    const { id: switch_id } = await prisma.net_switch.create({ data: { ...device, name: 'sw' } })
    const port = { switch_id, admin_status: 'up', oper_status: 'up', speed: '10G' }
    await prisma.switch_port.create({ data: { ...port, if_index: '1', name: 'e1', vlan_id: 20 } })
    await prisma.switch_port.create({
      data: {
        ...port,
        if_index: '2',
        name: 'e2',
        vlan_id: 1,
        is_trunk: true,
        trunk_members: [20, 30],
        is_uplink: true,
      },
    })
    await prisma.switch_port.create({ data: { ...port, if_index: '3', name: 'e3', vlan_id: 1 } })
    const { body } = await dc.api.admin.get(`${at(riga)}/20/member`)
    expect(body).toMatchObject({
      size: 2,
      list: [
        {
          name: 'e1',
          connection_type: 'free',
          vlan: { vlan_id: 20, vlan_name: 'backup' },
          switch: { name: 'sw' },
          server: null,
        },
        { name: 'e2', connection_type: 'uplink', is_trunk: true, trunk_members: [20, 30] },
      ],
    })
    expect(await dc.refused(dc.api.admin.delete(`${at(riga)}/20`), 409)).toBe(
      'VLAN 20 (backup) is in use by 2 ports (sw e1, sw e2)',
    )
    const { body: matrix } = await dc.api.admin.get(`/dci/v3/location/${riga}/vlan_matrix`)
    expect(matrix).toMatchObject({
      vlans: [{ id: 10 }, { id: 20, name: 'backup' }],
      switches: [{ id: switch_id, name: 'sw' }],
      ports: [
        { name: 'e1', vlan_id: 20, is_trunk: false, peer: '' },
        { name: 'e2', vlan_id: 1, is_trunk: true, trunk_members: [20, 30], is_uplink: true },
        { name: 'e3', switch: switch_id },
      ],
      size: 3,
    })
    expect((await dc.api.admin.get(`/dci/v3/location/${dc.location}/vlan_matrix`)).body).toMatchObject({
      ports: [],
      size: 0,
    })
    expect((await dc.api.admin.get('/dci/v3/location/999999/vlan_matrix')).status).toBe(404)
    await prisma.switch_port.deleteMany({})
    await dc.made(dc.api.admin.delete(`${at(riga)}/20`))
    expect((await dc.api.admin.get(`${at(riga)}/20/member`)).status).toBe(404)
  })
})
