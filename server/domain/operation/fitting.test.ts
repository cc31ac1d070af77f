import { describe, expect, it } from 'vitest'
import { shortOf, type TemplateFacts, whyNotInstaller, whyNotNetwork, whyNotTemplate, whyTooLittle } from './fitting.ts'
import { hindranceWords, operationHindrances, whyNoOperation } from './hindrances.ts'
import { raids } from './kinds.ts'
import { whyNotRaid } from './raids.ts'

const template: TemplateFacts = {
  name: 'Debian 12',
  type: 'ostemplate',
  arch: 'x86_64',
  firmware: ['bios', 'uefi'],
  here: true,
  image: true,
  installer: false,
  tells: [],
  ram_mib: 2048,
  disk_mib: 4096,
}
const nothing = { arch: null, firmware: null }

describe('a template', () => {
  it.each([
    ['fits a machine of which nothing is known', {}, nothing, undefined],
    ['fits its own kind of machine', {}, { arch: 'x86_64', firmware: 'uefi' as const }, undefined],
    ['is of another type', { type: 'diag' as const }, nothing, 'type'],
    ['is elsewhere', { here: false }, nothing, 'here'],
    ['has no image', { image: false }, nothing, 'image'],
    ['is an installer', { type: 'isotemplate' as const, image: false, installer: true }, nothing, undefined],
    ['is for other processors', {}, { arch: 'aarch64', firmware: null }, 'arch'],
    ['starts otherwise', { firmware: ['bios' as const] }, { arch: 'x86_64', firmware: 'uefi' as const }, 'firmware'],
  ])('%s', (_, more, machine, why) =>
    expect(whyNotTemplate('install', { ...template, ...more }, machine)?.why).toBe(why),
  )

  it('needs no image for what is only booted', () =>
    expect(whyNotTemplate('rescue', { ...template, type: 'rescue', image: false }, nothing)).toBeUndefined())

  it('that is an installer takes no array: its answer file arranges the disks', () => {
    const installer = { ...template, image: false, installer: true }
    const refused = (one: TemplateFacts) => raids.filter((hdd_raid) => whyNotInstaller(one, { hdd_raid }))
    expect(refused(installer)).toEqual(raids.filter((raid) => raid !== 'no_raid'))
    expect(refused(template)).toEqual([])
  })

  it('that is an installer is refused when its answer file would leave a part of the network away', () => {
    const installer = { ...template, image: false, installer: true }
    const addresses = ['192.0.2.4/24', '2001:db8::4/64'].map((address) => ({ address }))
    const why = (tells: TemplateFacts['tells'], more: object, image = installer) =>
      whyNotNetwork({ ...image, tells }, { addresses: [], vlan: null, bond_mac: [], ...more })?.why
    expect(why([], {})).toBeUndefined()
    expect(why([], { vlan: 20 })).toBe('network')
    expect(why(['vlan'], { vlan: 20 })).toBeUndefined()
    expect(why(['vlan'], { bond_mac: ['a', 'b'] })).toBe('network')
    expect(why(['bond_mac'], { bond_mac: ['a', 'b'] })).toBeUndefined()
    expect(why(['ip'], { addresses })).toBe('network')
    expect(why(['ip'], { addresses: addresses.slice(0, 1) })).toBeUndefined()
    expect(why(['ip', 'address'], { addresses })).toBeUndefined()
    // One that leaves all of it to DHCP.
    expect(why([], { addresses })).toBeUndefined()
    expect(why([], { vlan: 20 }, template)).toBeUndefined()
  })

  it('is too large for a machine only when its size is known', () => {
    const needs = { ram_mib: 2048, disk_mib: 4096 }
    expect(shortOf(needs, { ram_mib: null, disk_bytes: null })).toEqual({ ram: false, disk: false })
    expect(shortOf(needs, { ram_mib: 2048, disk_bytes: 4096 * 2 ** 20 })).toEqual({ ram: false, disk: false })
    expect(shortOf(needs, { ram_mib: 2047, disk_bytes: 4096 * 2 ** 20 - 1 })).toEqual({ ram: true, disk: true })
  })

  it.each([
    ['no_raid', 2048, [4096], undefined],
    ['no_raid', 1024, [4096], 'ram'],
    ['no_raid', null, [4095], 'disk'],
    ['no_raid', 2048, [], undefined],
    ['raid_1', 2048, [4095, 9000], 'disk'],
    ['raid_0', 2048, [2048, 9000], undefined],
    ['raid_5', 2048, [2047, 2047, 2047], 'disk'],
  ] as const)('on %s needs its memory, and what the disks are together: %s, %j', (hdd_raid, ram_mib, disks, why) => {
    const chosen = disks.map((mib) => ({ bytes: mib * 2 ** 20 }))
    expect(whyTooLittle(template, { ram_mib, hdd_raid, chosen })?.why).toBe(why)
  })
})

it('a mirror needs two disks, one disk is enough for none, and other arrays are not made', () => {
  expect(raids.filter((raid) => !whyNotRaid(raid, null))).toEqual(raids)
  expect(raids.filter((raid) => !whyNotRaid(raid, 1))).toEqual(['no_raid'])
  expect(raids.filter((raid) => !whyNotRaid(raid, 2))).toEqual(['no_raid', 'raid_0', 'raid_1'])
  expect(raids.filter((raid) => !whyNotRaid(raid, 4))).toEqual(raids)
})

describe('what keeps an operation from beginning', () => {
  const server = { name: 'srv-1', state: 'active', hindrances: [] }
  const admin = { isAdmin: true }

  it('is nothing on a server that is free', () => expect(whyNoOperation(server, admin)).toBeUndefined())

  it.each(operationHindrances)('%s names the server', (hindrance) => {
    expect(whyNoOperation({ ...server, hindrances: [hindrance] }, admin)).toMatchObject({ hindrance })
    expect(String(hindranceWords[hindrance]('srv-1'))).toContain('srv-1')
  })

  it('is said in the order in which it is mended, whatever the order it comes in', () =>
    expect(whyNoOperation({ ...server, hindrances: ['location', 'protected'] }, admin)?.hindrance).toBe('protected'))

  it('is the state of the server for its owner', () => {
    const held = { ...server, state: 'suspended' }
    expect(whyNoOperation(held, { isAdmin: false })?.hindrance).toBe('suspended')
    expect(whyNoOperation(held, admin)).toBeUndefined()
  })
})
