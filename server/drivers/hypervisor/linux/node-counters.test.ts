import { expect, test } from 'vitest'
import { parseCounters } from './node-counters.ts'

const files = {
  '/proc/stat': 'cpu  100 0 50 800 30 5 5 10 3 0\ncpu0 100 0 50 800 30 5 5 10 3 0\nintr 99\n',
  '/proc/meminfo':
    'MemTotal:       16384000 kB\nMemFree:         1024 kB\nMemAvailable:    8192000 kB\nSwapTotal:       2048 kB\nSwapFree:        1024 kB\n',
  '/proc/loadavg': '1.25 0.50 0.25 2/300 1234\n',
  '/proc/diskstats':
    '   8       0 sda 10 0 20 30 40 0 50 60 0 70 90 0 0 0 0\n   8       1 sda1 1 0 2 3 4 0 5 6 0 7 9\n 253 0 dm-0 1 0 2 3 4 0 5 6 0 7 9\n',
  '/proc/net/dev':
    'Inter-|   Receive |  Transmit\n face |bytes packets\n    lo: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n  eno1: 1000 10 1 2 0 0 0 0 2000 20 3 4 0 0 0 0\n vnet3: 9 9 0 0 0 0 0 0 9 9 0 0 0 0 0 0\n',
  '/proc/pressure/cpu': 'some avg10=12.50 avg60=1.00 avg300=0.00 total=5\n',
  '/proc/pressure/memory': 'some avg10=0.25 avg60=0 avg300=0 total=1\nfull avg10=9.00 avg60=0 avg300=0 total=1\n',
  '/proc/pressure/io': 'some avg10=3.00 avg60=0 avg300=0 total=1\n',
}
const text = (of: Record<string, string>) =>
  Object.entries(of)
    .map(([path, content]) => `==> ${path} <==\n${content}`)
    .join('\n')

test('reads a node: whole disks and wires alone, times in nanoseconds', () => {
  expect(parseCounters(text(files))).toEqual({
    cpu: { all: 1000, idle: 800, iowait: 30, steal: 10 },
    ram_mib: { total: 16000, available: 8000 },
    swap_used_mib: 1,
    load_1: 1.25,
    pressure: { cpu: 12.5, memory: 0.25, io: 3 },
    pressures: new Map(),
    disks: [
      {
        name: 'sda',
        read_ops: 10,
        read_bytes: 10_240,
        read_ns: 30e6,
        write_ops: 40,
        write_bytes: 25_600,
        write_ns: 60e6,
      },
    ],
    interfaces: [{ name: 'eno1', rx_bytes: 1000, rx_packets: 10, tx_bytes: 2000, tx_packets: 20, errors: 4, drops: 6 }],
  })
})

test('a kernel without pressure files has none', () => {
  const { '/proc/pressure/io': _, ...rest } = files
  expect(parseCounters(text(rest)).pressure).toBeNull()
})

test('reads what VMs and containers wait for, by their names', () => {
  const groups = [
    String.raw`machine-qemu\x2d12\x2ddh\x2d2\x2d7448ec.scope avg10=1.50 avg10=0.00 avg10=99.90`,
    'lxc.payload.dh-62-92b8d8 avg10=0.25 avg10=400 avg10=0.00',
    'lxc.payload.dh-63 avg10=0.25 avg10=1',
    'lxc.monitor.dh-62 avg10=9 avg10=9 avg10=9',
  ]
  expect(parseCounters(text({ ...files, groups: groups.join('\n') })).pressures).toEqual(
    new Map([
      ['dh-2-7448ec', { cpu: 1.5, memory: 0, io: 99.9 }],
      ['dh-62-92b8d8', { cpu: 0.25, memory: 100, io: 0 }],
    ]),
  )
})

test('anything else is nothing, never a fault', () => {
  expect(parseCounters('').cpu).toEqual({ all: 0, idle: 0, iowait: 0, steal: 0 })
  const odd = parseCounters(text({ ...files, '/proc/stat': 'cpu  x -1 1e400 NaN', '/proc/loadavg': 'no' }))
  expect(odd.cpu.all).toBe(0)
  expect(odd.load_1).toBe(0)
})
