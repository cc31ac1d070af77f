import { describe, expect, it } from 'vitest'
import { changedBy, laidOver } from './apply.ts'
import { suitsCluster } from './kinds.ts'

const preset = {
  cpu_number: 4,
  ram_mib: 8192,
  hdd_mib: 81_920,
  cpu_mode: 'custom',
  cpu_custom_model: 'EPYC',
  io_read_iops: 500,
  anti_spoofing: true,
  hot_plug: true,
  firewall_rules: [{ action: 'drop', direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25 }],
} as const
const standing = {
  ...preset,
  firewall_rules: [...preset.firewall_rules].map((rule) => ({ ...rule, protocols: ['tcp' as const] })),
}
const disks = [
  { size_mib: 10_240, boot_order: 1 },
  { size_mib: 20_480, boot_order: 2 },
]

describe('a VM with a preset', () => {
  it('has all of it where the request says nothing', () =>
    expect(laidOver({ name: 'web-1', linked_clone: false }, standing)).toEqual({
      ...standing,
      name: 'web-1',
      linked_clone: false,
    }))

  it('has what the request says instead, off and zero included', () =>
    expect(laidOver({ cpu_number: 2, io_read_iops: 0, anti_spoofing: false, hot_plug: false }, standing)).toEqual({
      ...standing,
      cpu_number: 2,
      io_read_iops: 0,
      anti_spoofing: false,
      hot_plug: false,
    }))

  it.each([[{ io_read_iops: null }], [{ cpu_custom_model: '' }], [{ firewall_rules: [] }], [{ anti_spoofing: null }]])(
    'is not asked for anything by %j',
    (body) => expect(laidOver(body, standing)).toEqual(standing),
  )

  it('has the disks of one of both', () => {
    const { hdd_mib: _, ...rest } = standing
    expect(laidOver({ disks }, standing)).toEqual({ ...rest, disks })
    expect(laidOver({ hdd_mib: 4096 }, { ...rest, disks })).toEqual({ ...rest, hdd_mib: 4096 })
  })

  it('has no CPU model of the preset with a mode of its own', () => {
    const { cpu_custom_model: _, ...rest } = standing
    expect(laidOver({ cpu_mode: 'default' }, standing)).toEqual({ ...rest, cpu_mode: 'default' })
    expect(laidOver({ cpu_custom_model: 'Skylake-Server' }, standing)).toEqual({
      ...standing,
      cpu_custom_model: 'Skylake-Server',
    })
  })
})

describe('a preset that is changed', () => {
  it('keeps what the change does not name, and loses what it empties', () =>
    expect(changedBy({ cpu_number: 8, firewall_rules: [] }, standing)).toEqual({
      ...standing,
      cpu_number: 8,
      firewall_rules: [],
    }))

  it('has the disks of the change, and no model of the old CPU mode', () => {
    const { hdd_mib: _, cpu_custom_model: __, ...rest } = standing
    expect(changedBy({ disks, cpu_mode: 'host-model' }, standing)).toEqual({ ...rest, disks, cpu_mode: 'host-model' })
  })
})

it.each([
  ['kvm', 'kvm', true],
  ['kvm', 'dummy', true],
  ['kvm', 'lxd', false],
  ['lxd', 'kvm', false],
  ['lxd', 'dummy', false],
  ['lxd', 'lxd', true],
])('a preset for %s in a cluster of type %s: %s', (preset, cluster, wanted) =>
  expect(suitsCluster(preset, cluster)).toBe(wanted),
)
