import { expect, it } from 'vitest'
import { type HardwareReport, readReport } from './report.ts'

const disk: HardwareReport['disks'][number] = {
  name: 'sda',
  model: 'Model "1" <b>',
  serial: '$(id)',
  wwn: '0x5000c500a1b2c3d4',
  bytes: 8_001_563_222_016,
  rotational: true,
  transport: 'sata',
  smart: {
    passed: true,
    hours: 4321,
    temperature: 31,
    used_percent: null,
    media_errors: null,
    reallocated: 0,
    pending: 0,
  },
  erase: ['ata_secure_erase'],
}
const whole: HardwareReport = {
  version: 1,
  uptime: 12,
  vendor: 'Vendor',
  product: 'Product',
  serial: 'SN1',
  uuid: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  bios: { vendor: 'V', version: '1', date: '01/01/2024' },
  firmware: 'uefi',
  arch: 'x86_64',
  cpus: [{ model: 'CPU', cores: 32, threads: 64, mhz: null }],
  memory_mib: 262_144,
  memory_modules: [{ slot: 'A1', mib: 32_768, type: 'DDR4', speed: '3200 MT/s', vendor: 'V', serial: 'S', part: 'P' }],
  disks: [disk],
  nics: [
    {
      name: 'eth0',
      mac: '52:54:00:77:00:01',
      driver: 'i40e',
      speed: 10_000,
      link: true,
      lldp: { chassis: '52:54:00:bb:00:01', port: 'ge-0/0/1', system: 'sw1' },
    },
  ],
  controller: { address: '10.0.0.5', mac: '52:54:00:77:00:ff', firmware: '2.88' },
}
const read = (report: unknown) => readReport(Buffer.from(JSON.stringify(report)))

it('takes a whole report', () => expect(read(whole)).toEqual(whole))

it('takes a machine without disks, modules, controller or SMART', () => {
  const bare = { ...whole, disks: [], memory_modules: [], controller: null, nics: [] }
  expect(read(bare)).toEqual(bare)
  expect(read({ ...whole, disks: [{ ...disk, smart: null, wwn: '', erase: [] }] })).not.toBeNull()
})

it('takes what disks hold, from live systems that look', () => {
  const holds = [{ part: 'sda1', type: 'ext4', label: '<b>data', bytes: 1000 }]
  const looked = { ...whole, disks: [{ ...disk, holds }] }
  expect(read(looked)).toEqual(looked)
  expect(read({ ...whole, disks: [{ ...disk, holds: [] }] })?.disks[0]?.holds).toEqual([])
  expect(read(whole)?.disks[0]).not.toHaveProperty('holds')
  expect(read({ ...whole, disks: [{ ...disk, holds: Array(33).fill(holds[0]) }] })).toBeNull()
  expect(read({ ...whole, disks: [{ ...disk, holds: [{ ...holds[0], label: 'x'.repeat(256) }] }] })).toBeNull()
})

it('leaves out what it does not know', () => {
  expect(read({ ...whole, more: 'x', disks: [{ ...disk, more: 'x' }] })).toEqual(whole)
})

it.each<[string, unknown]>([
  ['another version', { ...whole, version: 2 }],
  ['a text of 256 characters', { ...whole, vendor: 'x'.repeat(256) }],
  ['a text that is a number', { ...whole, serial: 5 }],
  ['129 disks', { ...whole, disks: Array(129).fill(disk) }],
  ['257 modules', { ...whole, memory_modules: Array(257).fill(whole.memory_modules[0]) }],
  ['a negative size', { ...whole, disks: [{ ...disk, bytes: -1 }] }],
  ['a size that no number holds', { ...whole, disks: [{ ...disk, bytes: 2 ** 60 }] }],
  ['an unknown way to clear a disk', { ...whole, disks: [{ ...disk, erase: ['hammer'] }] }],
  ['a MAC that is none', { ...whole, nics: [{ ...whole.nics[0], mac: '"><script>' }] }],
  ['no firmware', { ...whole, firmware: undefined }],
  ['a list', [whole]],
  ['null', null],
])('rejects %s', (_, report) => expect(read(report)).toBeNull())

it('rejects what is no JSON, and what is too long to be parsed', () => {
  expect(readReport(Buffer.from('{"version":1'))).toBeNull()
  expect(readReport(Buffer.from([0xff, 0xfe, 0x00]))).toBeNull()
  expect(readReport(Buffer.from(`${JSON.stringify(whole)}${' '.repeat(1_048_576)}`))).toBeNull()
})
