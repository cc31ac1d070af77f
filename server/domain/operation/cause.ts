import type { Operation } from './schema.ts'
import { isStepName, type StepName } from './steps.ts'

/** What was known of a server when its operation failed, besides the operation itself. */
export type Surroundings = {
  /** It has a controller, so nobody had to press a button. */
  controller: boolean
  /** Links of the ports that its cables lead to, without that of its controller; `none`: no cable is known. */
  links: 'up' | 'down' | 'unknown' | 'none'
}

/** What a person can do about it. */
export const remedies = ['console', 'controller', 'ports', 'services', 'power'] as const
export type Remedy = (typeof remedies)[number]

type Known = Surroundings & {
  step: StepName
  /** It was given up when its time was over, not by anyone's refusal. */
  late: boolean
  /** The live system has sent something. */
  heard: boolean
}

type Rule = {
  step: StepName | readonly StepName[]
  when?: (known: Known) => boolean
  cause: string
  remedies: readonly Remedy[]
}

/** The most telling first: of a step the first rule counts that is true. */
const rules = [
  { step: 'check', cause: 'template', remedies: ['services'] },
  { step: ['ports', 'ports_back'], cause: 'switchRefused', remedies: ['ports'] },
  { step: 'reserve', cause: 'services', remedies: ['services'] },
  { step: 'boot_device', cause: 'controllerRefused', remedies: ['controller'] },
  {
    step: 'power',
    when: ({ controller, late }) => controller && !late,
    cause: 'controllerPower',
    remedies: ['controller', 'power'],
  },
  { step: 'power', when: ({ controller, late }) => !controller && late, cause: 'notStarted', remedies: ['services'] },
  {
    step: 'power',
    when: ({ late, links }) => late && links === 'down',
    cause: 'noLink',
    remedies: ['ports', 'console'],
  },
  {
    step: 'power',
    when: ({ late, links }) => late && links === 'none',
    cause: 'noCable',
    remedies: ['ports', 'console', 'services'],
  },
  { step: 'power', when: ({ late }) => late, cause: 'noNetworkBoot', remedies: ['console', 'services'] },
  { step: 'loader', when: ({ late }) => late, cause: 'systemNotFetched', remedies: ['console', 'services'] },
  { step: 'system', when: ({ heard, late }) => heard && !late, cause: 'otherMachine', remedies: ['ports'] },
  { step: 'system', when: ({ late }) => late, cause: 'systemSilent', remedies: ['console'] },
  {
    step: ['report', 'load', 'wipe', 'controller', 'image', 'verify', 'configure'],
    when: ({ late }) => late,
    cause: 'workUnfinished',
    remedies: ['console'],
  },
  { step: 'controller', cause: 'controllerUser', remedies: ['controller', 'console'] },
  { step: 'controller_login', cause: 'controllerNetwork', remedies: ['ports', 'controller'] },
  // One that has asked for its answers goes on to the time limit, or reports that it has failed in a later step.
  { step: 'installer', when: ({ late }) => !late, cause: 'installerSilent', remedies: ['console', 'services'] },
  { step: ['installer', 'partition', 'packages'], cause: 'installerStopped', remedies: ['console'] },
  { step: 'image', cause: 'imageNotWritten', remedies: ['services', 'console'] },
  { step: ['wipe', 'verify'], cause: 'diskFails', remedies: ['console'] },
  { step: 'local_boot', cause: 'notFromDisk', remedies: ['console', 'ports'] },
] as const satisfies readonly Rule[]

export type Cause = (typeof rules)[number]['cause']
export const causes = [...new Set(rules.map(({ cause }) => cause))]

type Failed = Pick<Operation, 'status' | 'steps' | 'seen_at' | 'ended_at' | 'deadline_at'>
/** A waiting task notices its time limit a moment before or after it by the clock of the database. */
const ABOUT_MS = 5000

/** The most likely cause of a failure, from what the panel saw; null when that says nothing more than the failure itself. */
export function likelyCause(
  operation: Failed,
  around: Surroundings,
): { cause: Cause; remedies: readonly Remedy[] } | null {
  const step = operation.steps.at(-1)?.name ?? ''
  if (operation.status !== 'fail' || !isStepName(step)) return null
  const late =
    operation.ended_at !== null && Date.parse(operation.ended_at) > Date.parse(operation.deadline_at) - ABOUT_MS
  const known: Known = { ...around, step, late, heard: operation.seen_at !== null }
  const rule = (rules as readonly (Rule & { cause: Cause })[]).find(
    ({ step: of, when }) => [of].flat().includes(step) && (when?.(known) ?? true),
  )
  return rule ? { cause: rule.cause, remedies: rule.remedies } : null
}

type Port = { oper_status: string; is_ipmi_connection: boolean }
/** Links of a server in a word: one that is up is enough to boot by. */
export function linksOf(ports: readonly Port[]): Surroundings['links'] {
  const own = ports.filter(({ is_ipmi_connection }) => !is_ipmi_connection).map(({ oper_status }) => oper_status)
  if (own.length === 0) return 'none'
  if (own.includes('up')) return 'up'
  return own.every((status) => status === 'down') ? 'down' : 'unknown'
}
