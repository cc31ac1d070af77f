import { describe, expect, it } from 'vitest'
import { hostConditions, hostRules } from '../../server/domain/host/rules.ts'
import { movingLabels } from '../../server/domain/host/states.ts'
import { hostCommands, hostRejection, isOffered, lackingFor, queuedBy, type RuledHost } from './host-rules.ts'

const admin = { isAdmin: true }
const host = (condition: string, over: Partial<RuledHost> = {}): RuledHost => ({
  state: condition === 'unmade' ? 'crashed' : condition,
  is_built: condition !== 'unmade' && condition !== 'creating',
  is_protected: false,
  extended_protection: false,
  rescue_mode: false,
  queue: [],
  account: { id: 1, email: 'a@example.com' },
  ...over,
})
const shown = (condition: string) =>
  hostCommands.filter(
    (command) => isOffered(command, host(condition)) && !hostRejection(command, host(condition), admin),
  )

describe('the menu of a VM', () => {
  it.each([
    [
      'active',
      [
        'console',
        'stop',
        'restart',
        'edit',
        'resources',
        'password',
        'vncPassword',
        'spice',
        'repairAgent',
        'script',
        'clone',
        'image',
        'rescue',
        'isoMount',
        'reinstall',
        'owner',
        'protect',
        'protectFully',
        'reset',
      ],
      ['powerOff', 'delete'],
    ],
    [
      'stopped',
      [
        'start',
        'edit',
        'resources',
        'password',
        'vncPassword',
        'spice',
        'clone',
        'image',
        'rescue',
        'isoMount',
        'reinstall',
        'owner',
        'protect',
        'protectFully',
        'delete',
      ],
      [],
    ],
    [
      'crashed',
      ['start', 'edit', 'rescue', 'isoMount', 'reinstall', 'protect', 'protectFully', 'reset', 'powerOff', 'delete'],
      [],
    ],
    ['unmade', ['retry', 'edit', 'protect', 'protectFully', 'delete'], []],
    ['unknown', ['edit', 'protect', 'protectFully', 'delete'], []],
    ['creating', ['edit', 'protect', 'protectFully'], []],
    ['deleting', [], []],
    ['melted', [], []],
  ])('%s', (condition, first, more) => expect(shown(condition)).toEqual([...first, ...more]))

  it('goes by what is queued, but for what is done at once', () => {
    const stopping = host('active', { queue: [{ task: 7, action: 'host_stop', leaves: 'stopped' }] })
    expect(hostRejection('start', stopping, admin)).toBeUndefined()
    expect(hostRejection('script', stopping, admin)).toMatchObject({ why: 'condition', condition: 'stopped' })
    expect(hostRejection('console', stopping, admin)).toBeUndefined()
    expect(isOffered('restart', stopping)).toBe(false)
  })

  it('is closed for the owner of a VM that is being given away', () => {
    const given = host('active', {
      queue: [{ task: 7, action: 'host_change_account', leaves: 'active', owner: 2 }],
    })
    expect(hostRejection('stop', given, { isAdmin: false })).toMatchObject({ why: 'handed_over' })
    expect(hostRejection('stop', given, admin)).toBeUndefined()
    expect(hostRejection('edit', given, { isAdmin: false })).toBeUndefined()
  })

  it('shows what was requested before the server has answered', () => {
    const once = host('active', { queue: queuedBy('stop', host('active')) })
    expect(once.queue).toEqual([{ task: 0, action: 'host_stop', leaves: 'stopped' }])
    expect(queuedBy('start', once)[1]).toMatchObject({ action: 'host_start', leaves: 'active' })
    expect(queuedBy('edit', once)).toBe(once.queue)
  })

  it('has the way out of the rescue system instead of the way in, also behind a queue that leads there', () => {
    const offered = (over: Partial<RuledHost>) =>
      hostCommands.filter(
        (command) => isOffered(command, host('active', over)) && !hostRejection(command, host('active', over), admin),
      )
    expect(offered({ rescue_mode: true })).not.toContain('rescue')
    expect(offered({ rescue_mode: true })).toEqual(expect.arrayContaining(['rescueOff', 'restart', 'resources']))
    for (const command of ['password', 'script', 'owner'] as const)
      expect(hostRejection(command, host('active', { rescue_mode: true }), admin)).toMatchObject({ why: 'rescue' })
    const there = host('active', { queue: queuedBy('rescue', host('active')) })
    expect(there.queue).toMatchObject([{ action: 'host_rescue_mode', leaves: 'active', rescue: true }])
    expect(isOffered('rescueOff', there)).toBe(true)
    expect(queuedBy('restart', there)[1]).toMatchObject({ rescue: true })
  })
})

it('has words for every task of a rule', () => {
  for (const rule of Object.values(hostRules)) if ('task' in rule) expect(movingLabels).toHaveProperty(rule.task)
  expect(hostConditions).toContain('unmade')
})

it('a container lacks what nodes of its type do not have, whatever its condition', () => {
  const of = (virtualization_type: 'lxd' | 'kvm') =>
    hostCommands.filter((command) => lackingFor(command, host('active', { cluster: { virtualization_type } })))
  expect(of('lxd')).toEqual(['vncPassword', 'spice', 'repairAgent', 'rescue'])
  expect(of('kvm')).toEqual([])
})
