import { expect, it } from 'vitest'
import { parseLifecycle } from '../../../protocols/lxd/events.ts'
import { eventOf, inMib, inProcessors, stateOf } from './instance.ts'
import { instanceName } from './names.ts'
import { seedWords } from './seed.ts'
import { diskCounters, memoryInside } from './stats.ts'

it.each([
  ['128MiB', 128],
  ['1GiB', 1024],
  ['1GB', 954],
  ['1073741824', 1024],
  ['50%', 0],
  ['', 0],
  [undefined, 0],
])('reads the size %j', (text, mib) => expect(inMib(text)).toBe(mib))

it.each([
  ['2', 2],
  ['0-1,3', 3],
  [undefined, 0],
])('counts the processors %j', (text, count) => expect(inProcessors(text)).toBe(count))

it('takes a state that it does not know for a crash, never for stopped', () => {
  expect(stateOf('Frozen')).toBe('paused')
  expect(stateOf('Something')).toBe('crashed')
})

it('names instances as LXD takes it, and no two domains alike', () => {
  expect(instanceName('dh-12-abcdef')).toBe('dh-12-abcdef')
  const odd = ['vm_1', '--help', 'a/../b', '$(id)', 'x-00000000000000000000000000000000', 'a'.repeat(64), '1a']
  const names = odd.map(instanceName)
  expect(new Set(names).size).toBe(odd.length)
  for (const name of names) expect(name).toMatch(/^x-[0-9a-f]{32}$/)
  expect(() => instanceName('a\nb')).toThrow()
})

it('reads events of instances, and nothing else', () => {
  const event = (source: string, action = 'instance-started') =>
    parseLifecycle(JSON.stringify({ type: 'lifecycle', metadata: { action, source } }))
  expect(event('/1.0/instances/dh-1?project=default')).toEqual({ action: 'instance-started', instance: 'dh-1' })
  expect(event('/1.0/images/abc')).toBeNull()
  for (const odd of ['', '[]', '{"type":"logging"}', '{"type":"lifecycle","metadata":{"action":1}}'])
    expect(parseLifecycle(odd)).toBeNull()
  expect(eventOf('instance-console', 'dh-1')).toBeNull()
  expect(eventOf('instance-shutdown', 'dh-1')).toMatchObject({ kind: 'state', state: 'stopped' })
})

it('takes no address from a seed that is none: it would become a line of configuration', () => {
  const seed = (address: string) => ({
    'meta-data': 'instance-id: a-1\n',
    'network-config': JSON.stringify({
      version: 2,
      ethernets: { eth0: { match: { macaddress: '52:54:00:AA:00:01' }, addresses: [address] } },
    }),
  })
  expect(seedWords(seed('10.0.0.2/24')).interfaces.get('52:54:00:aa:00:01')?.addresses).toEqual(['10.0.0.2/24'])
  for (const odd of ['10.0.0.2', '10.0.0.2/24\nlxc.apparmor.profile = unconfined', 'x/24'])
    expect(() => seedWords(seed(odd)), odd).toThrow()
  const named = (name: string) => () =>
    seedWords({ 'meta-data': JSON.stringify({ 'instance-id': 'a-1', 'local-hostname': name }) })
  expect(named('web-1')().hostname).toBe('web-1')
  for (const odd of ['web\nlxc.apparmor.profile = unconfined', 'a b', '-', '']) expect(named(odd), odd).toThrow()
})

it('reads what a copy of another container is told', () => {
  const user = { users: [{ name: 'ann', plain_text_passwd: 'p' }], ssh_deletekeys: true, runcmd: [['sh', '-c', 'id']] }
  const seed = { 'meta-data': 'instance-id: a-1\n', 'user-data': JSON.stringify(user) }
  expect(seedWords(seed)).toMatchObject({
    user: 'ann',
    password: 'p',
    new_host_keys: true,
    commands: [['sh', '-c', 'id']],
  })
})

it('adds up the disks of a container', () => {
  const metrics = `# HELP lxd_disk_read_bytes_total x
lxd_disk_read_bytes_total{device="vda",name="dh-1",project="default",type="container"} 10
lxd_disk_read_bytes_total{device="vdb",name="dh-1",project="default",type="container"} 5
lxd_disk_written_bytes_total{device="vda",name="dh-2",project="default",type="container"} NaN
`
  expect(diskCounters(metrics).get('dh-1')).toMatchObject({ name: 'root', read_bytes: 15, write_bytes: 0 })
  expect(diskCounters(metrics).get('dh-2')).toMatchObject({ write_bytes: 0 })
})

it('reads no time of disks, and memory inside where both sides of it are there and agree', () => {
  const line = (metric: string, name: string, value: number) =>
    `lxd_${metric}_bytes{name="${name}",project="default"} ${value}`
  const metrics = [
    line('disk_read', 'dh-1', 1).replace('_bytes{', '_bytes_total{'),
    line('memory_MemTotal', 'dh-1', 1024 << 20),
    line('memory_MemAvailable', 'dh-1', 256 << 20),
    line('memory_MemTotal', 'dh-2', 1024 << 20),
    line('memory_MemTotal', 'dh-3', 10),
    line('memory_MemAvailable', 'dh-3', 11),
  ].join('\n')
  expect(diskCounters(metrics).get('dh-1')).toMatchObject({ read_bytes: 1, read_ns: null, write_ns: null })
  expect([...memoryInside(metrics)]).toEqual([['dh-1', { available: 1024, used: 768 }]])
})
