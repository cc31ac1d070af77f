import { describe, expect, it } from 'vitest'
import { hostCreate } from '../../../server/domain/host/schema.ts'
import type { Preset } from '../../../server/domain/preset/record.ts'
import { type NewHost, newHostSchema, suggestName } from './rules.ts'
import { chosenPreset, defaults, fits, hasMore, numbered, sizeOf, sizes, suits, toBody } from './values.ts'

const debian = { id: 3, name: 'Debian 13', min_ram_mib: 512, hdd_mib_required: 4096, login_user: 'root' }
const windows = { ...debian, id: 7, name: 'Windows', min_ram_mib: 4096, hdd_mib_required: 40_960 }
const words = {
  notName: (better: string | null) => `try ${better}`,
  chooseCluster: 'cluster',
  nameModel: 'model',
  needsUefi: 'uefi',
  chooseSystem: 'system',
  choosePool: 'pool',
  notAddress: 'address',
  oneAddress: 'one',
  needsRam: () => 'ram',
  needsDisk: () => 'disk',
  notDomain: 'domain',
  portsWrong: 'ports',
}
const full: NewHost = {
  ...defaults,
  name: 'web-1',
  cluster: { value: '1', label: 'a' },
  os: debian,
  password: 'secret-1',
}
const schema = newHostSchema(words)
const faults = (over: Partial<NewHost>) =>
  schema.safeParse({ ...full, ...over }).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []

describe('the form', () => {
  it('accepts its defaults with a name, a place and a system', () => expect(faults({})).toEqual([]))
  it.each<[string, Partial<NewHost>, string[]]>([
    ['a name with spaces', { name: 'web eu 02' }, ['name: try web-eu-02']],
    ['no cluster', { cluster: null }, ['cluster: cluster']],
    ['no system', { os: null }, ['os: system']],
    ['a processor without its model', { cpu_mode: 'custom' }, ['cpu_custom_model: model']],
    ['too small for the system', { os: windows }, ['ram_mib: ram', 'hdd_mib: disk']],
    ['no pool', { addressing: 'pools' }, ['ipv4_pool: pool']],
    ['no address', { addressing: 'named', ip_addr: '192.0.2.300' }, ['ip_addr: address']],
    ['a script without what it can do without', { values: { of_7: { REST: undefined } } }, []],
    ['no domain', { domain: 'a b' }, ['domain: domain']],
    [
      'ports that run backwards',
      { firewall_rules: [{ direction: 'in', protocol: 'tcp', portstart: 90, portend: 80 }] },
      ['firewall_rules.0.portend: ports'],
    ],
    ['one address for many', { addressing: 'named', ip_addr: '192.0.2.3', count: 2 }, ['ip_addr: one']],
  ])('%s', (_, over, wanted) => expect(faults(over)).toEqual(wanted))
  it('takes no password, but not a short one', () => {
    expect(faults({ password: '' })).toEqual([])
    expect(faults({ password: 'abc' })).toHaveLength(1)
  })
})

it.each([
  ['web eu 0234', 'web-eu-0234'],
  [' -x- ', 'x'],
  ['почта', null],
  ['a/b', 'a-b'],
])('suggests for %s', (text, wanted) => expect(suggestName(text)).toBe(wanted))

describe('toBody', () => {
  it('asks for nothing that was left to the panel', () =>
    expect(toBody(full, 'web-1')).toEqual({
      name: 'web-1',
      cluster: 1,
      os: 3,
      cpu_number: 1,
      ram_mib: 2048,
      hdd_mib: 20_480,
      password: 'secret-1',
    }))

  it.each<[string, Partial<NewHost>, object]>([
    ['several of the cluster', { ipv4_number: 2 }, { ipv4_number: 2 }],
    ['pools', { addressing: 'pools', ipv4_pool: [{ value: '4', label: 'p' }] }, { ipv4_pool: [4], ipv4_number: 1 }],
    ['a named one', { addressing: 'named', ip_addr: '192.0.2.9' }, { ip_addr: { name: '192.0.2.9' } }],
    ['none', { addressing: 'none' }, { ipv4_number: 0 }],
    ['IPv6 as well', { ipv6: 'address' }, { ipv6_enabled: true }],
    ['a subnet of IPv6', { ipv6: 'subnet', ipv6_prefix: 56 }, { ipv6_enabled: true, ipv6_prefix: 56 }],
  ])('addresses: %s', (_, over, wanted) => expect(toBody({ ...full, ...over }, 'x')).toMatchObject(wanted))

  const picked = (...ids: number[]) => ids.map((id) => ({ value: String(id), label: `p${id}` }))
  it.each<[Partial<NewHost>, object]>([
    [{ domain: 'web-1.example.com' }, { domain: 'web-1.example.com' }],
    [{ expand_part: 'vda2' }, { expand_part: 'vda2' }],
    [{ process_number: 300 }, { process_number: 300 }],
    [{ snapshots_allowed: false, snapshot_limit: 3 }, { snapshots_allowed: false }],
    [{ snapshot_limit: 3 }, { snapshot_limit: 3 }],
    [
      { spice_enabled: true, spice_additional_enabled: true },
      { spice_enabled: true, spice_additional_enabled: true },
    ],
    [
      { ipv6: 'address', ipv6_pool: picked(5, 6) },
      { ipv6_enabled: true, ipv6_pool: [5, 6] },
    ],
    [
      { recipe_list: picked(7, 8), values: { of_8: { A: '1' } }, ignore_recipe_filters: true },
      {
        recipe_list: [
          { recipe: 7, recipe_params: [] },
          { recipe: 8, recipe_params: [{ name: 'A', value: '1' }] },
        ],
        ignore_recipe_filters: true,
      },
    ],
    [
      {
        disks: [
          { size_mib: 1024, expand_part: 'vdb1', storage: 'first' },
          { size_mib: 2048, expand_part: '', storage: '4' },
        ],
        storage_tags: picked(3),
      },
      {
        disks: [
          { size_mib: 20_480, boot_order: 1, tags: [3] },
          { size_mib: 1024, boot_order: 2, expand_part: 'vdb1', tags: [3] },
          { size_mib: 2048, boot_order: 3, storage: 4 },
        ],
      },
    ],
    [
      {
        custom_interfaces: [
          { network: 'second', model: 'e1000', how: 'addresses', count: 2 },
          { network: 'main', model: 'virtio', how: 'none', count: 1 },
        ],
      },
      {
        ipv4_number: 1,
        custom_interfaces: [
          { is_main_network: true, ip_count: 0 },
          { is_main_network: false, model: 'e1000', ip_count: 2 },
          { is_main_network: true, model: 'virtio', no_ip: true },
        ],
      },
    ],
    [
      {
        firewall_rules: [
          { direction: 'out', protocol: 'tcp', portstart: 25, portend: null },
          { direction: 'in', protocol: 'both', portstart: null, portend: null },
        ],
      },
      {
        firewall_rules: [
          { action: 'drop', direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25 },
          { action: 'drop', direction: 'in', protocols: ['tcp', 'udp'], portstart: 1, portend: 65_535 },
        ],
      },
    ],
  ])('sends %j', (over, wanted) => {
    const body = toBody({ ...full, ...over }, 'web-1')
    expect(body).toMatchObject(wanted)
    expect(hostCreate.safeParse(body).error).toBeUndefined()
    if (over.ipv6 === undefined) expect(hasMore({ ...full, ...over })).toBe(true)
  })

  it('leaves disks to a preset, and extras of SPICE to SPICE', () => {
    const over = { disks: [{ size_mib: 1024, expand_part: '' }], preset: { id: 9, name: 'Web' } }
    const body = toBody({ ...full, ...over, spice_additional_enabled: true, snapshots_allowed: true }, 'web-1')
    for (const field of ['disks', 'spice_additional_enabled', 'snapshots_allowed'])
      expect(body).not.toHaveProperty(field)
  })

  it('always makes what the operation takes', () => {
    for (const over of [{}, { node: { value: '2', label: 'n' }, account: { value: '5', label: 'a' }, comment: ' x ' }])
      expect(hostCreate.safeParse(toBody({ ...full, ...over }, 'web-1')).success).toBe(true)
  })
})

describe('a preset', () => {
  const preset = {
    id: 9,
    name: 'Web',
    cpu_mode: null,
    nesting: false,
    ram_mib: 4096,
    hdd_mib: 40_960,
    disks: null,
  } as Preset

  it('is asked for instead of amounts', () => {
    const body = toBody({ ...full, preset: chosenPreset(preset) }, 'web-1')
    expect(body).toMatchObject({ preset: 9 })
    for (const field of ['cpu_number', 'ram_mib', 'hdd_mib']) expect(body).not.toHaveProperty(field)
    expect(hostCreate.safeParse(body).success).toBe(true)
  })

  it('sends settings only that were chosen, and a script with the values that it was given', () => {
    expect(toBody(full, 'web-1')).not.toHaveProperty('nesting')
    const chosen = { ...full, nesting: true, cpu_mode: 'custom' as const, cpu_custom_model: 'Nehalem' }
    const script = { recipe_list: [{ value: '7', label: 'Note' }], values: { of_7: { TEXT: 'a', REST: '' } } }
    expect(toBody({ ...chosen, ...script }, 'web-1')).toMatchObject({
      nesting: true,
      cpu_mode: 'custom',
      cpu_custom_model: 'Nehalem',
      recipe_list: [{ recipe: 7, recipe_params: [{ name: 'TEXT', value: 'a' }] }],
    })
    const empty = toBody({ ...full, ...script, empty: true }, 'web-1')
    for (const field of ['os', 'password', 'recipe_list']) expect(empty).not.toHaveProperty(field)
    expect(hostCreate.safeParse(empty).success).toBe(true)
  })

  it('lets a disk ask for tags of its storage, where neither a storage nor a preset is chosen', () => {
    const tagged = { ...full, preset: null, storage_tags: [{ value: '3', label: 'fast' }] }
    const body = toBody(tagged, 'web-1')
    expect(body).toMatchObject({ disks: [{ size_mib: full.hdd_mib, boot_order: 1, tags: [3] }] })
    expect(body).not.toHaveProperty('hdd_mib')
    expect(hostCreate.safeParse(body).success).toBe(true)
    expect(hasMore(tagged)).toBe(true)
    for (const over of [{ storage: '2' }, { preset: { id: 1, name: 'S' } }])
      expect(toBody({ ...tagged, ...over }, 'web-1')).not.toHaveProperty('disks')
    expect(toBody({ ...tagged, storage: '2' }, 'web-1')).toMatchObject({ storage: 2, hdd_mib: full.hdd_mib })
  })

  it.each<[Partial<Preset>, string[]]>([
    [{ cpu_mode: 'host-passthrough' }, ['host_cpu']],
    [{ nesting: true }, ['nesting']],
    [{ cpu_mode: 'custom' }, ['cpu_model']],
    [{}, []],
  ])('%j needs of a node: %j', (over, wanted) =>
    expect(chosenPreset({ ...preset, ...over }).needs?.map(({ capability }) => capability)).toEqual(wanted),
  )

  it('is enough for a system by its memory and its first disk', () => {
    expect(suits(preset, windows)).toBe(true)
    expect(suits(preset, null)).toBe(true)
    expect(suits({ ...preset, ram_mib: 2048 }, windows)).toBe(false)
    const disk = { name: null, expand_part: null, storage: null, tags: [] }
    const disks = [
      { ...disk, size_mib: 40_960, boot_order: 2 },
      { ...disk, size_mib: 10_240, boot_order: 1 },
    ]
    expect(suits({ ...preset, hdd_mib: 51_200, disks }, windows)).toBe(false)
  })
})

it('numbers several VMs evenly', () => {
  expect(numbered('web', 1)).toEqual(['web'])
  expect(numbered('web', 3)).toEqual(['web-1', 'web-2', 'web-3'])
  expect(numbered('web', 12)[0]).toBe('web-01')
})

it('knows its sizes', () => {
  expect(sizeOf(full)).toBe('S')
  expect(sizeOf({ ...full, ram_mib: 3000 })).toBeNull()
  expect(sizes.filter((size) => fits(size, windows)).map((size) => size.name)).toEqual(['M', 'L', 'XL'])
})
