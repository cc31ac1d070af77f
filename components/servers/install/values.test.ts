import { describe, expect, it } from 'vitest'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import { isNamed } from '../../../server/domain/operation-plan/disks.ts'
import { type InstallValues, installRules } from './rules.ts'
import {
  apiCall,
  bodyOf,
  defaults,
  erasedBy,
  expectedOf,
  limitOf,
  type PlanDisk,
  templateOf,
  whyNotCleared,
} from './values.ts'

const disk = (id: string): PlanDisk => ({
  ...{ id, model: 'M', serial: id, wwn: '', bytes: 1, rotational: false, transport: 'sata', spared: false },
})
const template = (
  id: number,
  more: Partial<InstallPlan['templates'][number]> = {},
): InstallPlan['templates'][number] => ({
  ...{ id, name: `T${id}`, type: 'ostemplate', version: '1', arch: 'x86_64', firmware: ['bios', 'uefi'] },
  ...{ ram_mib: 0, disk_mib: 0, here: true, update: false, image: true, installer: false, tells: [] },
  ...more,
})
const plan: InstallPlan = {
  report: {
    ...{ at: '2026-01-01T00:00:00Z', vendor: '', product: '', serial: 'SN 1', firmware: 'bios', arch: 'x86_64' },
    ...{ memory_mib: 1024, disks: [disk('A'), disk('B')], nics: [] },
  },
  machine: { arch: 'x86_64', firmware: 'bios' },
  ...{ hostname: 'h', addresses: [], nameservers: [], mac: [], live: true, durations: [] },
  ...{ limit_minutes: 60, serial: null },
  ...{ network: { vlan: null, bond_mac: [], notices: [] }, provisioning_vlan: null },
  templates: [
    ...[template(1), template(2), template(3, { firmware: ['uefi'] }), template(4, { type: 'rescue' })],
    template(5, { type: 'isotemplate', image: false, installer: true }),
  ],
}
const values = (more: Partial<InstallValues> = {}): InstallValues => ({
  ...defaults,
  ...{ os_template_id: 1, disk_serials: ['A'], password: 'let-me-in' },
  ...more,
})
const words = {
  template: 't',
  disks: 'd',
  oneDisk: 'one',
  never: String,
  raid: () => 'raid',
  key: (line: number) => `key ${line}`,
}
const wrong = (more: Partial<InstallValues>, of = plan) =>
  installRules('install', of, words)
    .safeParse(values(more))
    .error?.issues.map(({ path, message }) => [path[0], message])

describe('what is sent', () => {
  it('asks for the set-up of the controller with diagnostics alone', () => {
    const wanted = values({ os_template_id: 5, setup_ipmi: true })
    const of = { ...plan, templates: [...plan.templates, template(5, { type: 'diag' })] }
    expect(bodyOf.diag(wanted, of, [])).toEqual({ os_template_id: 5, clear_hdd: 'none', setup_ipmi: true })
    expect(bodyOf.diag({ ...wanted, setup_ipmi: false }, of, [])).not.toHaveProperty('setup_ipmi')
    expect(bodyOf.install(wanted, of, [])).not.toHaveProperty('setup_ipmi')
  })

  it('names the chosen disks, and the keys that are offered unless some are taken away', () => {
    const sent = bodyOf.install(values({ pasted: ' key2 \n\nkey1' }), plan, ['key1'])
    expect(sent).toMatchObject({ os_template_id: 1, disk_serials: ['A'], ssh_pub_keys: ['key1', 'key2'] })
    expect(bodyOf.install(values({ ssh_pub_keys: [] }), plan, ['key1']).ssh_pub_keys).toEqual([])
    expect(bodyOf.rescue(values({ pasted: 'key2' }), plan, ['key1'])).toMatchObject({ ssh_pub_keys: ['key1', 'key2'] })
  })

  it('leaves the disk to the machine when none is known', () =>
    expect(bodyOf.install(values(), { ...plan, report: null }, [])).not.toHaveProperty('disk_serials'))

  it('wipes signatures unless all is asked for', () => {
    expect(bodyOf.clear_hdd(values(), plan, [])).toEqual({ clear_hdd: 'simple' })
    expect(bodyOf.clear_hdd(values({ clear_hdd: 'full' }), plan, [])).toEqual({ clear_hdd: 'full' })
  })

  it('has no password as a command, and keeps quotes of a shell', () => {
    const call = apiCall('rescue', 7, { password: 'secret-1', note: "it's" }, 'https://panel')
    expect(call).not.toContain('secret-1')
    expect(call).toContain(`-d '{"password":"PASSWORD","note":"it'\\''s"}'`)
  })
})

describe('what is chosen', () => {
  it('is the only template that can be, and none of several', () => {
    expect(templateOf('rescue', plan, { os_template_id: null })?.id).toBe(4)
    expect(templateOf('install', plan, { os_template_id: null })).toBeNull()
    expect(templateOf('install', plan, { os_template_id: 3 })).toBeNull()
  })

  it('is erased: chosen disks of an installation, all of a wipe, none of a rescue system', () => {
    const ids = (type: Parameters<typeof erasedBy>[0], more = {}) =>
      erasedBy(type, plan, values(more))?.map(({ id }) => id)
    expect(ids('install')).toEqual(['A'])
    expect(ids('clear_hdd')).toEqual(['A', 'B'])
    expect(ids('diag')).toEqual([])
    expect(ids('diag', { clear_hdd: 'full' })).toEqual(['A', 'B'])
    expect(ids('rescue', { clear_hdd: 'full' })).toEqual([])
    expect(erasedBy('install', { ...plan, report: null }, values())).toBeNull()
  })

  it('is confirmed by the serial number, or by the name where none is known', () => {
    expect(expectedOf(plan, 'srv')).toEqual({ text: 'SN 1', isSerial: true })
    expect(expectedOf({ ...plan, report: null }, 'srv')).toEqual({ text: 'srv', isSerial: false })
    expect(expectedOf({ ...plan, report: null, serial: 'BMC1' }, 'srv')).toEqual({ text: 'BMC1', isSerial: true })
  })

  const reporting = (...disks: PlanDisk[]) => ({ ...plan, report: plan.report && { ...plan.report, disks } })
  it('is not erased where nothing tells a disk from others', () => {
    const all = reporting(disk('A'), disk(''), disk('T'), disk('T'))
    expect(erasedBy('clear_hdd', all, values())?.map(({ id }) => id)).toEqual(['A'])
    const why = (of: InstallPlan, type: Parameters<typeof erasedBy>[0] = 'clear_hdd', more = {}) =>
      whyNotCleared(type, of, values(more), 'srv')?.code
    expect([why(all), why(reporting(disk(''))), why({ ...plan, report: null })]).toEqual([
      undefined,
      'disks',
      'unknown',
    ])
    expect(why({ ...plan, report: null }, 'install')).toBeUndefined()
    expect(why({ ...plan, report: null }, 'install', { clear_hdd: 'full' })).toBe('unknown')
    expect(why({ ...plan, report: null }, 'rescue', { clear_hdd: 'full' })).toBeUndefined()
  })

  it('has the time that its largest disk takes', () => {
    const all = reporting({ ...disk('A'), bytes: 3e12 }, { ...disk('B'), bytes: 1e12 })
    expect(limitOf('clear_hdd', all, values({ clear_hdd: 'full' }))).toBe(1060)
    expect(limitOf('install', all, values({ clear_hdd: 'full', disk_serials: ['B'] }))).toBe(60 + 334)
    expect(limitOf('clear_hdd', all, values())).toBe(60)
  })

  it('can be a disk only by a name that no other has', () => {
    const all = [disk('A'), disk('A'), disk(''), disk('B')]
    expect(all.map((one) => isNamed(one, all))).toEqual([false, false, false, true])
  })
})

const mirror = { hdd_raid: 'raid_1' as const, disk_serials: ['A', 'B'] }
describe('what is wrong', () => {
  it('is nothing of what is complete', () => expect(wrong({})).toBeUndefined())
  it.each<[string, Partial<InstallValues>, [string, string][]]>([
    ['no template', { os_template_id: null }, [['os_template_id', 't']]],
    ['no disk', { disk_serials: [] }, [['disk_serials', 'd']]],
    ['two disks without a mirror', { disk_serials: ['A', 'B'] }, [['disk_serials', 'one']]],
    ['a mirror of one disk', { hdd_raid: 'raid_1' }, [['disk_serials', 'raid']]],
    ['an array of more disks', { hdd_raid: 'raid_5', disk_serials: ['A', 'B'] }, [['disk_serials', 'raid']]],
    ['an array for an installer', { ...mirror, os_template_id: 5 }, [['hdd_raid', expect.stringContaining('no RAID')]]],
    ['a key that is none', { pasted: 'ssh-ed25519 AAAA\nnonsense' }, [['pasted', 'key 2']]],
  ])('is %s', (_, more, found) => expect(wrong(more)).toEqual(found))

  it('is an empty password, and not the disk when none is known', () => {
    expect(wrong({ password: '' })?.map(([name]) => name)).toContain('password')
    expect(wrong({ disk_serials: [] }, { ...plan, report: null })).toBeUndefined()
  })
})
