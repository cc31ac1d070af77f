import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locationLifecycle, locationStatuses } from '../../../../domain/location/states.ts'
import { keaPlaces } from '../../../../drivers/control-host/boot/plan.ts'
import { renderKea } from '../../../../protocols/kea/render.ts'
import { subnetsOf } from '../../../../protocols/kea/subnets.ts'
import { datacenterFixture } from '../../fixture.ts'
import { newsOfRecords } from './changes-of-records.ts'
import { bootServicesOf } from './desired.ts'

let dc: Awaited<ReturnType<typeof datacenterFixture>>
let path = ''
beforeAll(async () => {
  dc = await datacenterFixture()
  path = `/dci/v3/location/${dc.location}/setup`
})
afterAll(() => dc.close())

const found = {
  interfaces: ['eth0', 'prov0', 'spare0', 'spare1'],
  interfaces_4: ['eth0', 'prov0'],
  addresses: ['192.0.2.1', '10.77.0.1'],
}
/** As a location is after its check; tasks that were queued before are gone. */
async function standsAt(status: string, more: object = {}) {
  const { prisma } = dc.api.database
  await prisma.task.deleteMany({ where: { registry_id: dc.location } })
  await prisma.location.update({ where: { id: dc.location }, data: { status, setup_info: found, ...more } })
}
const location = () => dc.api.database.prisma.location.findUniqueOrThrow({ where: { id: dc.location } })
const field = async (body: object) => {
  await standsAt('need_setup', { params_dhcp: {}, params_web: {} })
  const answer = await dc.api.admin.post(path, body)
  return [answer.status, answer.body.error?.value, (await location()).status]
}

describe('the set-up of a location', () => {
  it.each(locationStatuses)('is taken or refused in words when the location is %s', async (status) => {
    for (const [method, action] of [
      ['post', 'setup'],
      ['delete', 'remove_services'],
    ] as const) {
      await standsAt(status)
      const { status: http, body } = await dc.api.admin[method](path, {})
      const may = locationLifecycle.can(action, status).ok
      expect([http, typeof (may ? body.task : body.error.msg)]).toEqual(may ? [200, 'number'] : [409, 'string'])
      expect((await location()).status).toBe(may ? 'setup' : status)
    }
  })

  it('is begun once when it is asked for twice at the same moment', async () => {
    await standsAt('need_setup')
    const answers = await Promise.all([1, 2, 3].map(() => dc.api.admin.post(path, {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await dc.api.database.prisma.task.count({ where: { name: 'location_setup' } })).toBe(1)
  })

  it('takes what was found, keeps what was given before, and names what is wrong', async () => {
    await standsAt('need_setup', { params_dhcp: {}, params_web: {} })
    expect((await dc.api.admin.post(path, { web: { port: 8081 } })).status).toBe(200)
    expect(await location()).toMatchObject({
      params_dhcp: { interfaces_4: found.interfaces_4 },
      params_web: { port: 8081 },
    })
    await standsAt('ok')
    expect((await dc.api.admin.post(path, { dhcp: { interfaces_4: ['prov0'], discovery: true } })).status).toBe(200)
    const params_dhcp = { interfaces_4: ['prov0'], discovery: true }
    expect(await location()).toMatchObject({ params_dhcp, params_web: { port: 8081 } })

    expect(await field({ dhcp: { interfaces_4: ['eth9'] } })).toEqual([400, 'dhcp.interfaces_4', 'need_setup'])
    expect(await field({ dhcp: { interfaces_4: [] } })).toEqual([400, 'dhcp.interfaces_4', 'need_setup'])
    const bare = { dhcp: { interfaces_4: ['prov0', 'spare0', 'spare1'] } }
    expect(await field(bare)).toEqual([400, 'dhcp.interfaces_4', 'need_setup'])
    expect((await dc.api.admin.post(path, bare)).body.error.msg).toContain('no IPv4 address at spare0, spare1:')
    expect(await field({ web: { addresses: ['192.0.2.99'] } })).toEqual([400, 'web.addresses', 'need_setup'])
  })

  it('takes ranges of its networks whose addresses are nobody else’s', async () => {
    const { prisma } = dc.api.database
    const net = { family: 2, location_id: dc.location }
    const { id: ipnet_id } = await prisma.ipnet.create({
      data: { name: '10.77.0.0/24', net: '10.77.0.0/24', gateway: '10.77.0.254', ...net },
    })
    const { id: ippool_id } = await prisma.ippool.create({ data: { name: 'servers' } })
    const pooled = { ippool_id, ipnet_id, family: 2, size: 11, frontier: '10.77.0.20' }
    await prisma.iprange.create({ data: { name: 'r', first: '10.77.0.20', last: '10.77.0.30', ...pooled } })
    const used = { ipnet_id, family: 2, mask: '255.255.255.0', state: 'ok' }
    await prisma.ip.create({ data: { ip_addr: '10.77.0.50', ...used } })
    const range = (first: string, last: string) => field({ dhcp: { ranges: [{ first, last }] } })
    expect(await range('10.77.0.200', '10.77.0.250')).toEqual([200, undefined, 'setup'])
    for (const [first, last] of [
      ['10.77.0.250', '10.77.0.200'],
      ['10.78.0.1', '10.78.0.2'],
      ['10.77.0.250', '10.77.1.5'],
      ['10.77.0.10', '10.77.0.20'],
      ['10.77.0.25', '10.77.0.26'],
      ['10.77.0.40', '10.77.0.60'],
      // The gateway, and an address of the control host.
      ['10.77.0.250', '10.77.0.254'],
      ['10.77.0.1', '10.77.0.5'],
    ] as const)
      expect(await range(first, last), `${first}-${last}`).toEqual([400, 'dhcp.ranges', 'need_setup'])
    const [one, other] = [
      { first: '10.77.0.200', last: '10.77.0.210' },
      { first: '10.77.0.211', last: '10.77.0.220' },
    ]
    expect(await field({ dhcp: { ranges: [one, other] } })).toEqual([200, undefined, 'setup'])
    const overlapping = { dhcp: { ranges: [other, { ...one, last: '10.77.0.211' }] } }
    expect(await field(overlapping)).toEqual([400, 'dhcp.ranges', 'need_setup'])
  })
})

it('what should run follows the records', async () => {
  const { prisma } = dc.api.database
  await standsAt('ok', { params_dhcp: { interfaces_4: ['prov0'] }, params_web: {} })
  const interfaces = [
    { name: 'eth0', mac: '', addresses: ['192.0.2.1/24'] },
    { name: 'prov0', mac: '', addresses: ['10.77.0.1/24'] },
  ]
  const far = { name: '10.79.0.0/24', net: '10.79.0.0/24', gateway: '10.79.0.1', family: 2, location_id: dc.location }
  await prisma.ipnet.create({ data: far })
  await prisma.ipnet.create({ data: { ...far, name: '10.80.0.0/24', net: '10.80.0.0/24', gateway: null } })
  const services = await bootServicesOf(dc.location, interfaces)
  expect(services).toMatchObject({
    web: { addresses: ['10.77.0.1'], port: 8080 },
    dhcp: {
      interfaces: ['prov0'],
      discovery: false,
      subnets: [
        { cidr: '10.77.0.0/24', via: { interface: 'prov0' }, server: '10.77.0.1' },
        // Behind a relay; the third network has neither an address of the control host nor a gateway.
        { cidr: '10.79.0.0/24', via: { relays: ['10.79.0.1'] } },
      ],
    },
  })
  expect(services?.dhcp.subnets).toHaveLength(2)
  await standsAt('ok', { params_dhcp: { interfaces_4: [] } })
  expect(await bootServicesOf(dc.location, interfaces)).toBeNull()
})

it('machines are told addresses at which something listens, and get all ranges', async () => {
  const ranges = [
    { first: '10.77.0.220', last: '10.77.0.230' },
    { first: '10.77.0.200', last: '10.77.0.210' },
  ]
  const params_dhcp = { interfaces_4: ['eth0', 'prov0'], ranges }
  const interfaces = [
    { name: 'eth0', mac: '', addresses: ['192.0.2.1/24'] },
    { name: 'prov0', mac: '', addresses: ['10.77.0.1/24', '10.77.0.2/24', '10.99.0.1/24'] },
  ]
  const told = async (...addresses: string[]) => {
    await standsAt('ok', { params_dhcp, params_web: { addresses } })
    const services = await bootServicesOf(dc.location, interfaces)
    const { Dhcp4 } = renderKea(services!.dhcp, keaPlaces(null))
    const near = subnetsOf(Dhcp4).find(({ subnet }) => subnet === '10.77.0.0/24')
    return [near?.['next-server'], near?.pools]
  }
  const pools = [{ pool: '10.77.0.200 - 10.77.0.210' }, { pool: '10.77.0.220 - 10.77.0.230' }]
  expect(await told()).toEqual(['10.77.0.1', pools])
  expect(await told('192.0.2.1', '10.77.0.2')).toEqual(['10.77.0.2', pools])
  expect(await told('192.0.2.1', '10.99.0.1')).toEqual(['10.99.0.1', pools])
  expect(await told('192.0.2.1')).toEqual(['192.0.2.1', pools])
})

it('is worked out anew after changes of what it is made of, and of nothing else', async () => {
  const { prisma } = dc.api.database
  const change = (entity: string) => prisma.change.create({ data: { entity, entity_id: 1, event: 'update' } })
  const hasNews = newsOfRecords()
  // What happened before is not known.
  expect(await hasNews()).toBe(true)
  expect(await hasNews()).toBe(false)
  await change('host')
  await change('task')
  expect(await hasNews()).toBe(false)
  await change('server')
  await change('host')
  expect(await hasNews()).toBe(true)
  expect(await hasNews()).toBe(false)
})
