import { expect, test } from 'vitest'
import type { TypedValue } from '../../../protocols/libvirt/procedures.ts'
import { readStats, requestsTo } from './domain-stats.ts'

const domain = { name: 'vm-1', uuid: Buffer.alloc(16), id: 3 }
const read = (values: Record<string, TypedValue>) => readStats({ domain, values: new Map(Object.entries(values)) })

const whole = {
  'state.state': 1,
  'state.reason': 1,
  'cpu.time': 5_000_000_000n,
  'vcpu.current': 2,
  'vcpu.maximum': 2,
  'vcpu.0.delay': 40n,
  'vcpu.1.delay': 2n,
  'balloon.maximum': 2_097_152n,
  'balloon.available': 2_000_000n,
  'balloon.usable': 976_000n,
  'balloon.rss': 1_048_576n,
  'net.count': 1,
  'net.0.name': 'vnet7',
  'net.0.rx.bytes': 10n,
  'net.0.tx.bytes': 20n,
  'net.0.rx.pkts': 1n,
  'net.0.tx.pkts': 2n,
  'net.0.rx.errs': 3n,
  'net.0.tx.errs': 4n,
  'net.0.rx.drop': 5n,
  'net.0.tx.drop': 6n,
  'block.count': 3,
  'block.0.name': 'vda',
  'block.0.rd.reqs': 7n,
  'block.0.rd.bytes': 8n,
  'block.0.rd.times': 9n,
  'block.0.wr.reqs': 10n,
  'block.0.wr.bytes': 11n,
  'block.0.wr.times': 12n,
  'block.1.name': 'vda',
  'block.1.rd.reqs': 1n,
  'block.2.name': 'sda',
}

test('guest and node each have their view of memory; disks and interfaces are told apart', () => {
  expect(read(whole)).toEqual({
    internal_name: 'vm-1',
    state: 'running',
    cpu_time_ns: 5e9,
    cpu_steal_ns: 42,
    ram_used_mib: 1000,
    ram_host_mib: 1024,
    ram_guest_mib: { available: 1953, used: 1000 },
    // The image below the disk and the empty drive are none.
    disks: [{ name: 'vda', read_ops: 7, read_bytes: 8, read_ns: 9, write_ops: 10, write_bytes: 11, write_ns: 12 }],
    interfaces: [{ name: '0', rx_bytes: 10, tx_bytes: 20, rx_packets: 1, tx_packets: 2, errors: 7, drops: 11 }],
  })
})

test('without balloon driver and delays, the view of the node alone', () => {
  const { 'balloon.available': _, 'vcpu.0.delay': __, 'vcpu.1.delay': ___, ...rest } = whole
  expect(read(rest)).toMatchObject({ cpu_steal_ns: null, ram_guest_mib: null, ram_used_mib: 1024, ram_host_mib: 1024 })
})

test('what makes no sense is bounded: counts, names, negative and endless numbers, texts', () => {
  const bad = read({
    ...whole,
    'cpu.time': -5n,
    'vcpu.maximum': 4_000_000_000,
    'balloon.available': 2n ** 64n - 1n,
    'balloon.usable': 2n ** 64n - 1n,
    'net.count': 4_000_000_000,
    'net.0.rx.bytes': 'many',
    'block.count': 2,
    'block.0.name': 'vda" onload=',
    'block.1.name': 'vdb',
    'block.1.rd.bytes': 2n ** 63n,
  })
  expect(bad).toMatchObject({ cpu_time_ns: 0, ram_guest_mib: null, ram_used_mib: 1024 })
  expect(bad.interfaces).toHaveLength(64)
  expect(bad.interfaces[0]?.rx_bytes).toBe(0)
  expect(bad.disks.map(({ name, read_bytes }) => [name, read_bytes])).toEqual([['vdb', 0]])
  // A guest cannot see more than it has.
  expect(read({ ...whole, 'balloon.available': 9_000_000_000n }).ram_guest_mib?.available).toBe(2048)
})

test('the requests to some disks are those of the disks, not of the images below them', () => {
  const values = new Map<string, TypedValue>(
    Object.entries({ ...whole, 'block.0.fl.reqs': 2n, 'block.0.fl.times': 100n }),
  )
  expect(requestsTo({ domain, values }, ['vda', 'vdz'])).toEqual({ count: 7 + 10 + 2, ns: 9 + 12 + 100 })
  expect(requestsTo({ domain, values: new Map() }, ['vda'])).toEqual({ count: 0, ns: 0 })
})
