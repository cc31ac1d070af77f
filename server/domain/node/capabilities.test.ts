import { describe, expect, it } from 'vitest'
import {
  allNeedsOf,
  capabilities,
  isCapability,
  isPossible,
  needsOf,
  possibleCapabilities,
  unmetNeed,
} from './capabilities.ts'

describe('needsOf', () => {
  it.each([
    [{}, []],
    [{ cpu_mode: 'default', nesting: false, efi_boot: false, process_number: -1 } as const, []],
    [{ cpu_mode: 'host-model' } as const, [['host_cpu', 'cpu_mode']]],
    [{ cpu_mode: 'custom', cpu_custom_model: 'Nehalem' } as const, [['cpu_model', 'cpu_mode']]],
    [
      { nesting: true, efi_boot: true },
      [
        ['nesting', 'nesting'],
        ['efi_boot', 'efi_boot'],
      ],
    ],
    [{ process_number: 100 }, [['process_number', 'process_number']]],
  ])('%j asks for %j', (body, wanted) =>
    expect(needsOf(body).map(({ capability, field }) => [capability, field])).toEqual(wanted),
  )
})

it.each([
  [{ io_read_mbitps: 10, io_write_iops: 10, io_read_iops: -1, io_write_mbitps: 0 }, []],
  [{ io_read_mbitps: 10, io_read_iops: 1 }, ['io_read_iops']],
  [{ io_write_mbitps: 10, io_write_iops: 1 }, ['io_write_iops']],
])('%j asks for both limits of a disk by %j', (body, fields) =>
  expect(allNeedsOf(body)).toEqual(fields.map((field) => ({ capability: 'both_io_limits', field }))),
)

it.each([
  [{ cpu_weight: 1 }, ['kvm']],
  [{ io_weight: 1 }, ['kvm']],
  [{ net_in_mbitps: 1 }, ['kvm', 'lxd']],
  [{ process_number: 1 }, ['lxd']],
  [{ net_weight: 1 }, []],
  [{ tcp_connections_out: 1 }, ['kvm', 'lxd']],
])('%j is possible on nodes of type %j that can all', (body, types) => {
  const able = (type: string) => allNeedsOf(body).every((need) => isPossible(need.capability, type, capabilities))
  expect(['kvm', 'lxd'].filter(able)).toEqual(types)
  for (const type of types)
    expect(needsOf(body).every((need) => isPossible(need.capability, type, []))).toBe(needsOf(body).length === 0)
})

it('finds the first need that a node does not meet', () => {
  const needs = needsOf({ nesting: true, efi_boot: true })
  expect(unmetNeed(['nesting', 'efi_boot'], needs)).toBeNull()
  expect(unmetNeed(['nesting'], needs)).toEqual({ capability: 'efi_boot', field: 'efi_boot' })
})

it('knows what each type of cluster can do at best, by names of the table', () => {
  for (const type of ['kvm', 'lxd', 'dummy']) {
    expect(possibleCapabilities(type).length, type).toBeGreaterThan(0)
    expect(possibleCapabilities(type).filter((one) => !isCapability(one))).toEqual([])
  }
  expect(possibleCapabilities('legacy_v5')).toEqual([])
  // What the documents have and no hypervisor can.
  expect(
    capabilities.filter((one) => !['kvm', 'lxd'].some((type) => possibleCapabilities(type).includes(one))),
  ).toEqual(['net_weight'])
})
