import { describe, expect, it } from 'vitest'
import { renderKea } from './render.ts'
import type { DhcpServices, Reservation } from './types.ts'

const ticket = 'T'.repeat(43)
const places = { controlSocket: '/run/x/k.sock', leaseFile: '/var/x/leases.csv', leaseHook: null, log: 'stdout' }
const client = (over: Partial<Reservation> = {}): Reservation => ({
  mac: '52:54:00:77:00:01',
  ip: '192.0.2.10',
  hostname: 'one',
  ...over,
})
const services = (reservations: Reservation[], over: Partial<DhcpServices> = {}): DhcpServices => ({
  interfaces: ['prov0', 'prov1'],
  web: { address: '192.0.2.1', port: 8080 },
  subnets: [
    {
      id: 3,
      cidr: '192.0.2.0/24',
      via: { interface: 'prov0' },
      gateway: '192.0.2.254',
      nameservers: ['192.0.2.53', '192.0.2.54'],
      ranges: [{ first: '192.0.2.200', last: '192.0.2.250' }],
      reservations,
    },
  ],
  discovery: false,
  ...over,
})
type Subnet = { reservations: object[]; pools: object[]; relay?: object; interface?: string; 'next-server': string }
type Rendered = {
  'client-classes': { name: string; test?: string; 'boot-file-name'?: string }[]
  subnet4: Subnet[]
  reservations: object[]
  'shared-networks': { name: string; subnet4: Subnet[] }[]
}
const render = (of: DhcpServices) => renderKea(of, places).Dhcp4 as unknown as Rendered
const fileOf = (of: DhcpServices, name: string) =>
  render(of)['client-classes'].find((one) => one.name === name)?.['boot-file-name']

describe('boot files', () => {
  it('are the script of the ticket for iPXE, by the address at which the segment reaches the host', () => {
    const of = services([client({ boot: { ticket } })])
    expect(fileOf(of, 'boots-3-525400770001-ipxe')).toBe(`http://192.0.2.1:8080/boot/${ticket}/script`)
    const [subnet] = of.subnets
    const other = { ...of, subnets: [{ ...subnet!, server: '198.51.100.1' }] }
    expect(fileOf(other, 'boots-3-525400770001-ipxe')).toBe(`http://198.51.100.1:8080/boot/${ticket}/script`)
    expect(render(other).subnet4[0]?.['next-server']).toBe('198.51.100.1')
  })

  it.each([
    ['http', 'snponly.efi', '0x0010'],
    ['http-arm64', 'snponly-arm64.efi', '0x0013'],
  ])('are programs of their processor for firmware that boots by %s', (kind, program, number) => {
    const of = services([client({ boot: { ticket } })], { discovery: true })
    const file = `http://192.0.2.1:8080/ipxe/${program}`
    expect(fileOf(of, `boots-3-525400770001-${kind}`)).toBe(file)
    expect(fileOf(of, `unknown-${kind}`)).toBe(file)
    const tests = render(of)['client-classes'].map(({ test }) => test ?? '')
    expect(tests.filter((test) => test.includes(`substring(option[93].hex,0,2) == ${number}`))).toHaveLength(1)
  })

  it('are for clients of a class that a ticket alone brings', () => {
    const classes = (of: Reservation) =>
      (render(services([of])).subnet4[0]?.reservations[0] as { 'client-classes'?: string[] } | undefined)?.[
        'client-classes'
      ]
    expect(classes(client())).toEqual(['own-address'])
    expect(classes(client({ ip: null }))).toEqual(['known'])
    expect(classes(client({ boot: { ticket } }))).toEqual(['own-address', 'boots', 'boots-3-525400770001'])
    for (const one of render(services([client({ boot: { ticket } })]))['client-classes'])
      if (one['boot-file-name']) expect(one.test).toMatch(/^member\('KNOWN'\) and member\('boots/)
  })

  it.each(['short', `${'T'.repeat(42)}'`, `${'T'.repeat(42)}/`, ''])('no ticket of another form: %j', (bad) =>
    expect(() => render(services([client({ boot: { ticket: bad } })]))).toThrow(RangeError),
  )

  it('no address of another form becomes part of an expression', () =>
    expect(() => render(services([client({ mac: "00') or ('1'=='1", boot: { ticket } })]))).toThrow(RangeError))
})

describe('segments', () => {
  it('with several networks at an interface are one, in which a client is the same whatever network is looked at', () => {
    const [one] = services([client({ ip: null, boot: { ticket } }), client({ mac: '52:54:00:77:00:02' })]).subnets
    const other = {
      ...{ ...one!, id: 4, cidr: '198.51.100.0/24', server: '198.51.100.1' },
      reservations: [client({ ip: '198.51.100.10', boot: { ticket } }), client({ mac: '52:54:00:77:00:02', ip: null })],
    }
    const far = { ...one!, id: 5, via: { relays: ['203.0.113.1'] }, reservations: [] }
    const of = render(services([], { subnets: [one!, other, far], discovery: true, ignored: ['52:54:00:aa:00:01'] }))
    expect(of.subnet4).toMatchObject([{ id: 5 }])
    const held = (ip: string, end: string) => ({
      ...{ 'hw-address': `52:54:00:77:00:0${end}`, hostname: 'one', 'ip-address': ip },
    })
    expect(of['shared-networks']).toMatchObject([
      { name: 'prov0', subnet4: [{ id: 3, interface: 'prov0' }, { id: 4 }] },
    ])
    expect(of['shared-networks'][0]?.subnet4.map(({ reservations }) => reservations)).toEqual([
      [held('192.0.2.10', '2')],
      [held('198.51.100.10', '1')],
    ])
    expect(of).toMatchObject({ 'early-global-reservations-lookup': true, 'reservations-global': false })
    expect(of.reservations).toEqual([
      {
        'hw-address': '52:54:00:77:00:01',
        'client-classes': ['own-address-prov0', 'boots', 'boots-4-525400770001'],
      },
      { 'hw-address': '52:54:00:77:00:02', 'client-classes': ['own-address-prov0'] },
      { 'hw-address': '52:54:00:aa:00:01', 'client-classes': ['ignored'] },
    ])
    const files = of['client-classes'].filter(({ name }) => /^boots.*-ipxe$/.test(name))
    expect(files).toMatchObject([
      {
        test: expect.stringMatching(/ and member\('at-prov0'\)$/),
        'boot-file-name': `http://198.51.100.1:8080/boot/${ticket}/script`,
      },
    ])
  })

  it('send clients that are not known to the address of the interface that they asked, those behind relays to the first', () => {
    const [one] = services([]).subnets
    const other = { ...one!, id: 4, via: { interface: 'prov1' }, server: '198.51.100.1' }
    const far = { ...one!, id: 5, via: { relays: ['203.0.113.1'] } }
    const of = services([], { discovery: true, subnets: [one!, other, far] })
    const found = render(of)['client-classes'].filter(({ name }) => name.startsWith('unknown-ipxe'))
    expect(found).toEqual([
      {
        name: 'unknown-ipxe-prov1',
        test: "member('UNKNOWN') and member('ipxe') and member('at-prov1')",
        'boot-file-name': 'http://198.51.100.1:8080/boot/search/script',
      },
      expect.objectContaining({ name: 'unknown-ipxe', 'boot-file-name': 'http://192.0.2.1:8080/boot/search/script' }),
    ])
    expect(fileOf(of, 'unknown-http-prov1')).toBe('http://198.51.100.1:8080/ipxe/snponly.efi')
    const bad = { ...other, via: { interface: "x' or '1'=='1" } }
    expect(() => render({ ...of, subnets: [bad] })).toThrow(RangeError)
  })

  it('are at an interface or behind relays, with a range or without', () => {
    const [subnet] = services([]).subnets
    const relayed = { ...subnet!, id: 4, via: { relays: ['198.51.100.1', '198.51.100.2'] }, ranges: [] }
    const [near, far] = render(services([], { subnets: [subnet!, relayed] })).subnet4
    expect(near).toMatchObject({ interface: 'prov0', pools: [{ pool: '192.0.2.200 - 192.0.2.250' }] })
    expect(near).not.toHaveProperty('relay')
    expect(far).toMatchObject({ relay: { 'ip-addresses': ['198.51.100.1', '198.51.100.2'] }, pools: [] })
    expect(far).not.toHaveProperty('interface')
  })
})

describe('clients', () => {
  it('that are not known are dropped, unless discovery is on', () => {
    const drops = (discovery: boolean) =>
      render(services([], { discovery }))['client-classes'].filter((one) => one.name === 'DROP')
    expect(drops(false)).toEqual([{ name: 'DROP', test: "member('UNKNOWN')" }])
    expect(drops(true)).toEqual([{ name: 'DROP', test: "member('ignored')" }])
  })

  it('that are not known boot the script for all while discovery is on, by each way', () => {
    const files = (discovery: boolean) =>
      render(services([], { discovery }))
        ['client-classes'].filter(({ test }) => test?.startsWith("member('UNKNOWN') and"))
        .map((one) => [one.name, one['boot-file-name']])
    expect(files(false)).toEqual([])
    expect(files(true)).toEqual([
      ['unknown-bios', 'undionly.kpxe'],
      ['unknown-uefi-x64', 'snponly.efi'],
      ['unknown-uefi-arm64', 'snponly-arm64.efi'],
      ['unknown-ipxe', 'http://192.0.2.1:8080/boot/search/script'],
      ['unknown-http', 'http://192.0.2.1:8080/ipxe/snponly.efi'],
      ['unknown-http-arm64', 'http://192.0.2.1:8080/ipxe/snponly-arm64.efi'],
    ])
  })

  it('that are ignored have a reservation for it, unless they are known', () => {
    const ignored = ['52:54:00:77:00:01', '52:54:00:AA:00:01', '52:54:00:aa:00:01']
    const [subnet] = render(services([client()], { discovery: true, ignored })).subnet4
    expect(subnet?.reservations.slice(1)).toEqual([
      { 'hw-address': '52:54:00:aa:00:01', 'client-classes': ['ignored'] },
    ])
    expect(() => render(services([], { discovery: true, ignored: ["') or ('1'=='1"] }))).toThrow(RangeError)
  })

  it.each(['"}],"x":[{"', '../../etc', 'a b', '-a', 'a\n', 'a..b', 'x'.repeat(64), '$(reboot)', '', 'ж'])(
    'with a name that no host has get none: %j',
    (hostname) => {
      const [of] = render(services([client({ hostname })])).subnet4[0]?.reservations ?? []
      expect(of).toEqual({
        'hw-address': '52:54:00:77:00:01',
        'ip-address': '192.0.2.10',
        'client-classes': ['own-address'],
      })
    },
  )

  it('with a name of a host get it', () =>
    expect(render(services([client({ hostname: 'db-1.example.org' })])).subnet4[0]?.reservations[0]).toMatchObject({
      hostname: 'db-1.example.org',
    }))
})
