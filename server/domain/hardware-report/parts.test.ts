import { expect, it } from 'vitest'
import { cablesOf, type Heard } from './cables.ts'
import { cardAddresses, hardwareInfo } from './info.ts'
import { configurationWords, driveSize, judgeDisk } from './parts.ts'
import { compareWithPlatform } from './platform.ts'
import { someCard, someDisk, someReport } from './report-fixture.ts'

it('says a server in a line', () => {
  expect(configurationWords(someReport())).toBe('2 x Xeon Gold 6338, 64 GiB, 2 x 3.84 TB')
  expect(configurationWords(someReport({ disks: [], cpus: [], memory_mib: 512 }))).toBe('512 MiB')
  const long = { model: 'M'.repeat(255), cores: 1, threads: 1, mhz: null }
  const many = Array.from({ length: 64 }, (_, at) => ({ ...long, model: `${at}${long.model.slice(3)}` }))
  expect(configurationWords(someReport({ cpus: many }))).toHaveLength(500)
  expect([driveSize(960_197_124_096), driveSize(2_147_483_648)]).toEqual(['960 GB', '2.15 GB'])
})

it('judges a disk by SMART', () => {
  const smart = someDisk('A').smart
  const judged = (more: object) => judgeDisk(someDisk('A', { smart: { ...smart, ...more } as never }))
  expect([judged({}), judged({ used_percent: 88 }), judged({ pending: 1 }), judged({ passed: false })]).toEqual([
    'ok',
    'warn',
    'warn',
    'fault',
  ])
  expect([judgeDisk(someDisk('A', { smart: null })), judged({ passed: null, used_percent: null })]).toEqual([
    'unknown',
    'unknown',
  ])
})

it('compares a report with the platform', () => {
  const limits = { cpu_socket_count: 2, ram_slot_count: 1, max_ram: 64, hdd_slot_count: 2 }
  const stick = someDisk('STICK', { transport: 'usb' })
  expect(compareWithPlatform(limits, someReport({ disks: [...someReport().disks, stick] }))).toEqual([
    { part: 'processors', ok: true, found: 2, most: 2 },
    { part: 'modules', ok: false, found: 2, most: 1 },
    { part: 'memory', ok: true, found: 64, most: 64 },
    { part: 'disks', ok: true, found: 2, most: 2 },
  ])
})

it('tells owners neither of neighbours nor of the address of the controller', () => {
  const told = JSON.stringify(hardwareInfo(someReport()))
  expect(told).toContain('S64GNN0T912244')
  for (const hidden of ['sw-b04-1', 'xe-0/0/31', '203.0.113.138']) expect(told).not.toContain(hidden)
})

it('takes a link to the controller for no network card', () => {
  const nics = [someCard('3C:EC:EF:51:0C:40'), someCard('02:00:00:00:00:01', { driver: 'cdc_ether' })]
  expect(cardAddresses(someReport({ nics }))).toEqual(['3c:ec:ef:51:0c:40'])
})

it('sees how each cable stands to what the panel has', () => {
  const port = (id: number, of = 1) => ({ id, name: `xe-0/0/${id}`, switch: of, switch_name: `sw-${of}` })
  const heard = (mac: string, more: Partial<Heard> = {}): Heard => ({
    ...{ mac, name: 'eth0', link: true, announced: true, port: null, before: null, holder: null },
    ...more,
  })
  const at = (id: number, of = 1, closed = false) => ({ port: { ...port(id, of), closed } })
  const cables = cablesOf(
    7,
    [
      heard('same', { ...at(31), holder: { id: 7, name: 'me' } }),
      heard('differs', at(33)),
      heard('new', at(18, 2)),
      heard('again new', at(34)),
      heard('taken', { ...at(40), holder: { id: 8, name: 'other' } }),
      heard('closed', at(48, 1, true)),
      heard('unknown'),
      heard('silent', { announced: false }),
      heard('no_link', { link: false }),
    ],
    [port(31), port(32)],
  )
  expect(
    cables.map(({ mac, state, port: there, known, server }) => [mac, state, there?.id, known?.id, server?.id]),
  ).toEqual([
    ['same', 'same', 31, undefined, undefined],
    ['differs', 'differs', 33, 32, undefined],
    ['new', 'new', 18, undefined, undefined],
    ['again new', 'new', 34, undefined, undefined],
    ['taken', 'taken', 40, undefined, 8],
    ['closed', 'closed', 48, undefined, undefined],
    ['unknown', 'unknown', undefined, undefined, undefined],
    ['silent', 'silent', undefined, undefined, undefined],
    ['no_link', 'no_link', undefined, undefined, undefined],
  ])
})
