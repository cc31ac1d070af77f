import { describe, expect, it } from 'vitest'
import { compareReports } from './compare.ts'
import { someCard, someDisk, someModule, someReport } from './report-fixture.ts'

const before = someReport()
const kinds = (now: ReturnType<typeof someReport>, was = before) =>
  compareReports(was, now).differences.map(({ kind, level, part, from, to }) => [kind, level, part, from, to])
const [first, second] = before.disks
if (!first?.smart || !second) throw new Error('The fixture has two disks')

describe('two reports', () => {
  it('are the same when nothing has changed, in whatever order parts were found', () => {
    const turned = someReport({
      uptime: 99,
      disks: [...before.disks].reverse().map((disk, at) => ({ ...disk, name: `sd${at}` })),
      nics: [...before.nics].reverse(),
      memory_modules: [...before.memory_modules].reverse(),
    })
    // Machine, processors, 2 modules, 2 disks, 2 cards, BIOS, way of starting, address and firmware of the controller.
    expect(compareReports(before, turned)).toEqual({ differences: [], same: 12 })
  })

  it('differ by modules that are missing, new, moved or exchanged', () => {
    const [a1 = someModule('', ''), a2 = someModule('', '')] = before.memory_modules
    expect(kinds(someReport({ memory_modules: [a1] }))).toEqual([['module_missing', 'fault', 'A2', 'A2', null]])
    expect(kinds(someReport({ memory_modules: [a1, a2, someModule('B1', 'NEW')] }))).toEqual([
      ['module_new', 'info', 'B1', null, 'B1'],
    ])
    expect(kinds(someReport({ memory_modules: [a1, { ...a2, slot: 'B2' }] }))).toEqual([
      ['module_moved', 'info', 'B2', 'A2', 'B2'],
    ])
    expect(kinds(someReport({ memory_modules: [a1, { ...a2, serial: 'OTHER' }] }))).toEqual([
      ['module_missing', 'fault', 'A2', 'A2', null],
      ['module_new', 'info', 'A2', null, 'A2'],
    ])
  })

  it.each(['', '00000000', 'Not Specified', 'Unknown', 'FFFFFFFF'])(
    'tell modules apart by slot where the serial number is "%s"',
    (serial) => {
      const modules = ['A1', 'A2'].map((slot) => someModule(slot, serial))
      const was = someReport({ memory_modules: modules })
      expect(kinds(someReport({ memory_modules: modules }), was)).toEqual([])
      expect(kinds(someReport({ memory_modules: modules.slice(1) }), was)).toEqual([
        ['module_missing', 'fault', 'A1', 'A1', null],
      ])
    },
  )

  it('take equal serial numbers of two modules for two modules', () => {
    const twins = ['A1', 'A2'].map((slot) => someModule(slot, 'TWIN'))
    const was = someReport({ memory_modules: twins })
    expect(kinds(someReport({ memory_modules: twins.slice(0, 1) }), was)).toEqual([
      ['module_missing', 'fault', 'A2', 'A2', null],
    ])
  })

  it('differ by the size of memory where no modules are told, and only then', () => {
    const was = someReport({ memory_modules: [], memory_mib: 512 })
    expect(kinds(someReport({ memory_modules: [], memory_mib: 256 }), was)).toEqual([
      ['memory_changed', 'warn', '', '512 MiB', '256 MiB'],
    ])
    expect(kinds(someReport({ memory_mib: 60_000 }))).toEqual([])
  })

  it('differ by disks that are missing, new or known by their WWN only', () => {
    expect(kinds(someReport({ disks: [first, someDisk('NEW')] }))).toEqual([
      ['disk_missing', 'fault', 'S6BENA0T300190', null, null],
      ['disk_new', 'info', 'NEW', null, null],
    ])
    const nameless = someDisk('', { wwn: '0x5000c500a1b2c3d4' })
    expect(kinds(someReport({ disks: [nameless] }), someReport({ disks: [{ ...nameless, name: 'sdz' }] }))).toEqual([])
    const unknown = [someDisk(''), someDisk('')]
    expect(kinds(someReport({ disks: unknown.slice(1) }), someReport({ disks: unknown }))).toEqual([
      ['disk_missing', 'fault', 'sda', null, null],
    ])
  })

  it('differ by what SMART says now and did not', () => {
    const worn = (more: object) =>
      someReport({ disks: [{ ...first, smart: { ...first.smart, ...more } as never }, second] })
    const { serial } = first
    expect(kinds(worn({ used_percent: 75 }))).toEqual([['disk_worn', 'info', serial, '74%', '75%']])
    expect(kinds(worn({ used_percent: 88 }))).toEqual([['disk_worn', 'warn', serial, '74%', '88%']])
    expect(kinds(worn({ used_percent: 10 }))).toEqual([])
    expect(kinds(worn({ reallocated: 14, pending: 1 }))).toEqual([
      ['disk_reallocated', 'warn', serial, '0', '14'],
      ['disk_pending', 'warn', serial, '0', '1'],
    ])
    expect(kinds(worn({ passed: false }))).toEqual([['disk_failed', 'fault', serial, null, null]])
    expect(kinds(worn({ passed: false }), worn({ passed: false }))).toEqual([])
  })

  it('differ by cards, links and neighbours', () => {
    const [eth0 = someCard(''), eth1 = someCard('')] = before.nics
    const moved = {
      ...eth1,
      mac: eth1.mac.toUpperCase(),
      lldp: { chassis: 'c', port: 'xe-0/0/33', system: 'sw-b04-1' },
    }
    expect(kinds(someReport({ nics: [eth0, moved] }))).toEqual([
      ['neighbour_moved', 'warn', eth1.mac, 'sw-b04-1 xe-0/0/32', 'sw-b04-1 xe-0/0/33'],
    ])
    expect(kinds(someReport({ nics: [eth0, { ...eth1, lldp: null }] }))).toEqual([])
    expect(kinds(someReport({ nics: [eth0, { ...eth1, link: false, speed: null, lldp: null }] }))).toEqual([
      ['link_lost', 'warn', eth1.mac, 'sw-b04-1 xe-0/0/32', null],
    ])
    expect(kinds(someReport({ nics: [eth0, { ...eth1, speed: 1000 }] }))).toEqual([
      ['link_slower', 'warn', eth1.mac, '10000 Mbit/s', '1000 Mbit/s'],
    ])
    expect(kinds(someReport({ nics: [eth0, someCard('02:00:00:00:00:01')] }))).toEqual([
      ['card_missing', 'fault', eth1.mac, 'sw-b04-1 xe-0/0/32', null],
      ['card_new', 'info', '02:00:00:00:00:01', null, null],
    ])
  })

  it('differ by the firmware of disks and cards, where both tell it', () => {
    const [card = someCard('')] = before.nics
    const of = (firmware?: string) =>
      someReport({ disks: [{ ...first, firmware }, second], nics: [{ ...card, firmware }, ...before.nics.slice(1)] })
    expect(kinds(of('2.0'), of('1.9'))).toEqual([
      ['disk_firmware', 'info', first.serial, '1.9', '2.0'],
      ['card_firmware', 'info', card.mac, '1.9', '2.0'],
    ])
    for (const [was, is] of [
      ['', '2.0'],
      [undefined, '2.0'],
      ['2.0', ''],
      ['2.0', '2.0'],
    ] as const)
      expect(kinds(of(is), of(was)), `${was} ${is}`).toEqual([])
  })

  it('differ by machine, processors, firmware and controller, the worst first', () => {
    const now = someReport({
      serial: 'OTHER',
      cpus: before.cpus.slice(1),
      bios: { ...before.bios, version: '1.14.2' },
      firmware: 'bios',
      controller: { address: '203.0.113.9', mac: '3c:ec:ef:51:0c:ff', firmware: '7.20' },
    })
    expect(kinds(now)).toEqual([
      ['machine_changed', 'fault', '', '8TN4K23', 'OTHER'],
      ['processors_changed', 'warn', '', '2 x Xeon Gold 6338', 'Xeon Gold 6338'],
      ['bios_changed', 'info', '', 'Dell 1.12.1 01/01/2024', 'Dell 1.14.2 01/01/2024'],
      ['boot_changed', 'info', '', 'uefi', 'bios'],
      ['controller_moved', 'info', '', '203.0.113.138', '203.0.113.9'],
      ['controller_firmware', 'info', '', '7.10', '7.20'],
    ])
    expect(kinds(someReport({ controller: null }))).toEqual([['controller_missing', 'warn', '', '203.0.113.138', null]])
  })
})
