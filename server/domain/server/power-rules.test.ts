import { describe, expect, it } from 'vitest'
import { type PowerAction, type PowerFacts, powerLifecycle, powerRules, whyNotPower } from './power-rules.ts'
import { powerStatuses } from './states.ts'

const plain: PowerFacts = {
  power_status: 'on',
  power_action: null,
  operation_running: null,
  state: 'active',
  is_protected: false,
  has_controller: true,
  powerInputs: 2,
}
const actions = Object.keys(powerRules) as PowerAction[]

describe('every operation at every power status', () => {
  const allowed: Record<PowerAction, string> = {
    power_on: 'off unknown',
    shutdown: 'on unknown',
    restart: 'on unknown',
    power_off: 'on unknown',
    power_reset: 'on off unknown',
    power_cycle: 'on unknown',
    boot_device: 'on off unknown',
  }
  it.each(actions.flatMap((action) => powerStatuses.map((status) => [action, status] as const)))(
    '%s while %s',
    (action, power_status) => {
      const may = allowed[action].split(' ').includes(power_status)
      expect(powerLifecycle.can(action, power_status).ok).toBe(may)
      expect(whyNotPower(action, { ...plain, power_status }, { isAdmin: true })).toBe(may ? undefined : 'status')
      if (!may) expect(String(powerLifecycle.actions[action].error)).toMatch(/^The server is/)
    },
  )
})

describe('every operation on a server that is', () => {
  const admin = { isAdmin: true }
  const owner = { isAdmin: false }
  const off = (action: PowerAction): PowerFacts => ({ ...plain, power_status: action === 'power_on' ? 'off' : 'on' })

  it.each(actions)('busy: %s', (action) => {
    expect(whyNotPower(action, { ...off(action), power_action: 'power_on' }, admin)).toBe('busy')
  })
  it.each(actions)('in an operation: %s', (action) => {
    expect(whyNotPower(action, { ...off(action), operation_running: { id: 1 } }, admin)).toBe('operation')
  })
  it.each(actions)('protected: %s', (action) => {
    const ends = !['power_on', 'boot_device'].includes(action)
    expect(whyNotPower(action, { ...off(action), is_protected: true }, admin)).toBe(ends ? 'protected' : undefined)
  })
  it.each(actions)('suspended: %s for its owner, not for administrators', (action) => {
    const facts = { ...off(action), state: 'suspended' }
    expect(whyNotPower(action, facts, owner)).toBe('suspended')
    expect(whyNotPower(action, facts, admin)).toBeUndefined()
    expect(whyNotPower(action, off(action), owner)).toBeUndefined()
  })
  it.each(actions)('without a controller, without an outlet: %s', (action) => {
    const needs = ['shutdown', 'restart', 'boot_device'].includes(action)
    const bare = { ...off(action), has_controller: false }
    expect(whyNotPower(action, bare, admin)).toBe(needs ? 'noController' : undefined)
    expect(whyNotPower(action, { ...bare, powerInputs: 0 }, admin)).toBe(needs ? 'noController' : 'nothing')
    expect(whyNotPower(action, { ...off(action), powerInputs: 0 }, admin)).toBeUndefined()
  })
})
