import { msg } from '../../shared/text.ts'
import { defineLifecycle } from '../shared/lifecycle.ts'
import { isHeldBack } from './device-gate.ts'
import type { PowerStatus } from './power.ts'
import { powerStatuses } from './states.ts'

const always = powerStatuses

/** Which operation on the power is allowed at which power status: the one table that the server, menus, bulk actions and tests read. */
export const powerLifecycle = defineLifecycle({
  states: powerStatuses,
  moving: [],
  actions: {
    power_on: { from: ['off', 'unknown'], error: msg`The server is already on` },
    shutdown: { from: ['on', 'unknown'], error: msg`The server is already off` },
    restart: { from: ['on', 'unknown'], error: msg`The server is off: start it instead` },
    power_off: { from: ['on', 'unknown'], error: msg`The server is already off` },
    power_reset: { from: always, error: msg`` },
    power_cycle: { from: ['on', 'unknown'], error: msg`The server is off: start it instead` },
    boot_device: { from: always, error: msg`` },
  },
})
export type PowerAction = keyof typeof powerLifecycle.actions

/** Operations for many servers at once. */
export const bulkPowerActions = ['power_on', 'shutdown', 'restart', 'power_off', 'power_reset', 'power_cycle'] as const

type Rule = {
  /** Ends what runs on the server, so protection and VMs prevent it. */
  ends: boolean
  /** Only a management controller can do it. */
  controller: boolean
  /** Outlets may be switched for it, so it has their PDUs to itself. */
  outlets: boolean
  /** In bulk, many servers would start at once. */
  inrush: boolean
}

export const powerRules: Record<PowerAction, Rule> = {
  power_on: { ends: false, controller: false, outlets: true, inrush: true },
  shutdown: { ends: true, controller: true, outlets: false, inrush: false },
  restart: { ends: true, controller: true, outlets: false, inrush: true },
  power_off: { ends: true, controller: false, outlets: true, inrush: false },
  power_reset: { ends: true, controller: false, outlets: true, inrush: true },
  power_cycle: { ends: true, controller: false, outlets: true, inrush: true },
  boot_device: { ends: false, controller: true, outlets: false, inrush: false },
}

/** What the rules look at. */
export type PowerFacts = {
  power_status: PowerStatus
  /** Operation that is under way. */
  power_action: string | null
  /** Operation that holds the server and switches its power itself (`server/domain/operation`). */
  operation_running: object | null
  state: string
  is_protected: boolean
  has_controller: boolean
  powerInputs: number
}

export type WhyNot = 'suspended' | 'busy' | 'operation' | 'protected' | 'noController' | 'nothing' | 'status'

/** Why an operation is not possible now, or undefined when it is. VMs on the server do not matter here. */
export function whyNotPower(action: PowerAction, facts: PowerFacts, asker: { isAdmin: boolean }): WhyNot | undefined {
  const { ends, controller } = powerRules[action]
  if (isHeldBack(facts, asker)) return 'suspended'
  if (facts.power_action !== null) return 'busy'
  if (facts.operation_running !== null) return 'operation'
  if (facts.is_protected && ends) return 'protected'
  if (controller && !facts.has_controller) return 'noController'
  if (!facts.has_controller && facts.powerInputs === 0) return 'nothing'
  if (!powerLifecycle.can(action, facts.power_status).ok) return 'status'
  return undefined
}
