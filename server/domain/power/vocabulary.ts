/**
 * Risk of a power operation, which decides how it is confirmed. `none`: runs at once; `ask`: a short neutral
 * confirmation; `force`: a red confirmation that names what can be lost. Typing a name is required only for deletion
 * and loss of stored data.
 */
export type PowerDanger = 'none' | 'ask' | 'force'

/** The operations on power, the same for VMs, servers and outlets, in the order of menus. Words: `powerWords` of the catalogues. */
export const powerVerbs = {
  start: { danger: 'none' },
  shut_down: { danger: 'ask' },
  restart: { danger: 'ask' },
  turn_on: { danger: 'none' },
  turn_off: { danger: 'force' },
  force_off: { danger: 'force' },
  force_restart: { danger: 'force' },
  power_cycle: { danger: 'force' },
} as const satisfies Record<string, { danger: PowerDanger }>
export type PowerVerb = keyof typeof powerVerbs
type WithDanger<D extends PowerDanger> = {
  [V in PowerVerb]: (typeof powerVerbs)[V]['danger'] extends D ? V : never
}[PowerVerb]
export type ForcedVerb = WithDanger<'force'>
/** Verbs that ask something first. */
export type AskedVerb = WithDanger<'ask' | 'force'>

/** Which verb each command of a VM is. */
export const vmVerbs = {
  start: 'start',
  stop: 'shut_down',
  restart: 'restart',
  powerOff: 'force_off',
  reset: 'force_restart',
} as const satisfies Record<string, PowerVerb>

/** Which verb each operation on a server's power is. */
export const serverVerbs = {
  power_on: 'start',
  shutdown: 'shut_down',
  restart: 'restart',
  power_off: 'force_off',
  power_reset: 'force_restart',
  power_cycle: 'power_cycle',
} as const satisfies Record<string, PowerVerb>

/** An outlet has no system to start or to ask, so it is turned on and off. */
export const outletVerbs = { on: 'turn_on', off: 'turn_off', cycle: 'power_cycle' } as const satisfies Record<
  string,
  PowerVerb
>

/** How an operation is asked for. */
export const dangerOf = (verb: PowerVerb): PowerDanger => powerVerbs[verb].danger
export const isForced = (verb: PowerVerb): verb is ForcedVerb => dangerOf(verb) === 'force'
export const isAsked = (verb: PowerVerb): verb is AskedVerb => dangerOf(verb) !== 'none'
