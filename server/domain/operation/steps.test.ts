import { describe, expect, it } from 'vitest'
import { diskState, isInRescue, runsOn, stepsOf } from './steps.ts'

const asked = {
  type: 'install',
  clear_hdd: 'none',
  controller: true,
  setup_ipmi: false,
  installer: false,
  load: false,
} as const

describe('the steps of an operation', () => {
  it('have the provisioning VLAN around the work, before the installed system is started', () => {
    const without = stepsOf({ ...asked, provisioning: false })
    const within = stepsOf({ ...asked, provisioning: true })
    expect(within.filter((name) => !name.startsWith('ports'))).toEqual(without)
    const at = (name: (typeof within)[number]) => within.indexOf(name)
    expect(at('ports')).toBe(at('reserve') - 1)
    expect(at('ports_back')).toBe(at('configure') + 1)
    expect(at('local_boot')).toBe(at('ports_back') + 1)
    expect(stepsOf({ ...asked, type: 'diag', provisioning: true }).at(-1)).toBe('ports_back')
    const loaded = stepsOf({ ...asked, type: 'diag', load: true, provisioning: false })
    expect(loaded.slice(-2)).toEqual(['report', 'load'])
  })

  it.each<['rescue' | 'install' | 'diag', string[], string | null]>([
    ['rescue', ['check', 'power', 'system'], null],
    ['rescue', ['system', 'report', 'ports_back', 'rescue'], 'rescue'],
    ['rescue', ['report', 'rescue', 'restart'], null],
    ['install', ['report', 'fetch', 'wipe'], null],
    ['install', ['wipe', 'installer', 'packages'], 'installer'],
    ['install', ['installer', 'packages', 'ports_back', 'local_boot'], null],
    ['install', ['wipe', 'image'], null],
    ['diag', ['report', 'load'], null],
  ])('of %s after %o leave running: %s', (type, names, stays) => {
    const steps = names.map((name) => ({ name, words: null, percent: null, started_at: '', ended_at: null }))
    expect(runsOn({ type, steps })).toBe(stays)
  })

  it.each<[string[], string]>([
    [['check', 'ports', 'reserve'], 'untouched'],
    [['check', 'ports', 'report', 'ports_back'], 'untouched'],
    [['report', 'wipe', 'ports_back'], 'partly'],
    [['wipe', 'image', 'configure'], 'partly'],
    [['wipe', 'image', 'configure', 'ports_back'], 'written'],
    [['wipe', 'image', 'configure', 'local_boot'], 'written'],
  ])('after %o leave disks %s', (names, state) => {
    const steps = names.map((name) => ({ name, words: null, percent: null, started_at: '', ended_at: null }))
    expect(diskState({ steps })).toBe(state)
  })
})

it.each<[string[], boolean]>([
  [['report'], false],
  [['report', 'rescue'], true],
  [['report', 'rescue', 'reported'], true],
  [['report', 'rescue', 'restart'], false],
])('a rescue system with the steps %j is there: %s', (names, there) => {
  const steps = names.map((name) => ({ name, words: null, percent: null, started_at: '', ended_at: null }))
  expect(isInRescue({ type: 'rescue', steps, ended_at: null })).toBe(there)
  expect(isInRescue({ type: 'rescue', steps, ended_at: '2026-01-01T00:00:00Z' })).toBe(false)
})
