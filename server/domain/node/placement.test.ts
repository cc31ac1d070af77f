import { describe, expect, it } from 'vitest'
import { type Candidate, candidateOf, fitting, obstacle, obstacleMessage } from './placement.ts'
import type { Node } from './record.ts'

const node = (over: Partial<Candidate> = {}): Candidate => ({
  id: 1,
  name: 'n1',
  state: 'active',
  capabilities: ['host_cpu', 'nesting'],
  disabled_os: [],
  host_creation_blocked: false,
  maintenance_mode: false,
  main_bridge: 'vmbr0',
  host_filter: [],
  host_count: 3,
  host_limit: -1,
  cpu_limit: null,
  cpu_used: 10,
  ram_limit: 8192,
  ram_allocated: 4096,
  storage_free: 10_240,
  ...over,
})
const want = { cpu_number: 2, ram_mib: 1024, hdd_mib: 4096, os_tag: ['debian'], os: 5, cluster: 1 }

describe('obstacle', () => {
  it.each<[string, Partial<Candidate>, string | null]>([
    ['nothing', {}, null],
    ['a node that is away', { state: 'unavailable' }, 'is unavailable'],
    ['maintenance', { maintenance_mode: true }, 'is in maintenance'],
    ['another system that is disabled there', { disabled_os: [4] }, null],
    ['its system disabled there', { disabled_os: [4, 5] }, 'does not use this system'],
    ['a closed node', { host_creation_blocked: true }, 'accepts no new VMs'],
    ['no bridge', { main_bridge: null }, 'has no network bridge for VMs'],
    ['a filter that holds', { host_filter: [{ entity: 'os_tag', expression: 'debian' }] }, null],
    [
      'a filter',
      { host_filter: [{ entity: 'ram_mib', expression: 'GE 2048' }] },
      'accepts only VMs with ram_mib GE 2048',
    ],
    ['too many machines', { host_limit: 3 }, 'has reached its limit of 3 VMs'],
    ['the last place', { host_limit: 4 }, null],
    ['too few CPUs', { cpu_limit: 11 }, 'has 1 vCPU free'],
    ['just enough CPUs', { cpu_limit: 12 }, null],
    ['too little memory', { ram_allocated: 7169 }, 'has 1023 MiB of RAM free'],
    ['just enough memory', { ram_allocated: 7168 }, null],
    ['oversold memory', { ram_allocated: 9000 }, 'has 0 MiB of RAM free'],
    ['too little storage', { storage_free: 4095 }, 'has 4095 MiB of storage free'],
  ])('%s', (_, over, words) => {
    const found = obstacle(node(over), want)
    expect(found && obstacleMessage(found).toString()).toBe(words)
  })

  it('too little in the storage that some of its disks are for', () => {
    const full = node({ storage_free: 1000 })
    expect(obstacle(full, { ...want, stored_mib: 1000 })).toBeNull()
    expect(obstacle(full, { ...want, stored_mib: 1001 })).toEqual({ why: 'storage', left: 1000 })
    const away = node({ storage_state: 'failed' })
    expect(obstacle(away, { ...want, stored_mib: 0 })).toBeNull()
    expect(obstacle(away, { ...want, stored_mib: 1 })).toEqual({ why: 'storage_state', state: 'failed' })
  })

  it('what the node cannot do, for a VM that needs it', () => {
    const emulated = node({ capabilities: ['nesting'] })
    const needs = [{ capability: 'host_cpu' as const, field: 'cpu_mode' }]
    expect(obstacle(emulated, want)).toBeNull()
    const found = obstacle(emulated, { ...want, needs })
    expect(found && obstacleMessage(found).toString()).toBe('emulates the CPU and cannot pass through its own')
    expect(obstacle(node(), { ...want, needs })).toBeNull()
  })
})

it('spreads by memory or fills up, and is certain about equals', () => {
  const nodes = [
    node({ id: 1, ram_allocated: 4096 }),
    node({ id: 2, ram_allocated: 1024 }),
    node({ id: 3, ram_allocated: 6144 }),
    node({ id: 4, ram_allocated: 1024 }),
    node({ id: 5, maintenance_mode: true, ram_allocated: 0 }),
  ]
  expect(fitting(nodes, want, 'spread').map((one) => one.id)).toEqual([2, 4, 1, 3])
  expect(fitting(nodes, want, 'tight').map((one) => one.id)).toEqual([3, 1, 2, 4])
})

describe('candidateOf', () => {
  const record = {
    id: 7,
    name: 'n7',
    state: 'active',
    host_creation_blocked: false,
    maintenance_mode: false,
    main_bridge: 'vmbr0',
    host_count: 2,
    host_limit: -1,
    vcpu_limit: -1,
    cpu_number: 8,
    cpu: { number: 8, used: 5 },
    overselling: 1.5,
    ram_mib: { total: 1000, used: 400, allocated: 700 },
    storage_mib: { total: 5000, used: 1200 },
  } as Node

  it('has no limits where neither node nor cluster sets one', () =>
    expect(candidateOf(record, { host_per_node_limit: -1, cpu_overselling: -1, host_filter: null })).toMatchObject({
      host_limit: -1,
      cpu_limit: null,
      ram_limit: 1500,
      storage_free: 3800,
    }))

  it('takes the narrower limit of two, and the only one of one', () => {
    const cluster = { host_per_node_limit: 10, cpu_overselling: 2, host_filter: [] }
    expect(candidateOf({ ...record, host_limit: 4 }, cluster)).toMatchObject({ host_limit: 4, cpu_limit: 16 })
    expect(candidateOf(record, cluster).host_limit).toBe(10)
    expect(candidateOf({ ...record, vcpu_limit: 6 }, cluster).cpu_limit).toBe(6)
  })
})
