import { msg } from '../../shared/text.ts'
import type { clearings, OperationType } from './kinds.ts'
import type { Operation } from './schema.ts'

/** Technical names of the steps that the panel and its live system have; programs may report others. */
export const stepNames = [
  ...['check', 'ports', 'reserve', 'boot_device', 'power', 'loader', 'system', 'report'],
  ...['load', 'fetch', 'wipe', 'controller', 'controller_login', 'image', 'verify', 'configure'],
  ...['installer', 'partition', 'packages', 'ports_back', 'rescue', 'local_boot', 'answer', 'restart', 'reported'],
] as const
export type StepName = (typeof stepNames)[number]

export const isStepName = (name: string): name is StepName => (stepNames as readonly string[]).includes(name)

/** Steps that rise evenly from zero, with the percent of the operation at which they end: these tell how fast they are. */
export const evenSteps: Readonly<Record<string, number>> = { wipe: 100, image: 90 } satisfies Partial<
  Record<StepName, number>
>

/** Said at the step `power` of a server without a controller: a person has to do something, else nothing happens. */
export const startByHand = msg`Start the server from its network card by hand`

/** From the first of these on the disks are not what they were. */
export const writing: ReadonlySet<string> = new Set([
  ...['wipe', 'image', 'verify', 'configure', 'installer', 'partition', 'packages'],
])
/** At these all is written. */
const written: ReadonlySet<string> = new Set(['local_boot', 'answer'])

/** What an operation has done to the disks so far: what cancelling it leaves behind, and a failure has left. */
export type DiskState = 'untouched' | 'partly' | 'written'

/** What was done to the disks of a server by the steps that have begun. */
export function diskState({ steps }: Pick<Operation, 'steps'>): DiskState {
  const names = steps.map(({ name }) => name)
  const isInstalled = names.includes('configure') && names.includes('ports_back')
  if (isInstalled || names.some((name) => written.has(name))) return 'written'
  return names.some((name) => writing.has(name)) ? 'partly' : 'untouched'
}

/** What runs on in a server whose operation is cancelled now, until it is restarted; null: what was booted ends by itself. */
export function runsOn({ type, steps }: Pick<Operation, 'type' | 'steps'>): 'rescue' | 'installer' | null {
  const names = new Set(steps.map(({ name }) => name))
  if (names.has('restart')) return null
  if (type === 'rescue') return names.has('report') ? 'rescue' : null
  return names.has('installer') && !names.has('local_boot') && !names.has('answer') ? 'installer' : null
}

/** The rescue system is there, and stays until somebody ends it; what programs report meanwhile changes nothing. */
export function isInRescue({ type, steps, ended_at }: Pick<Operation, 'type' | 'steps' | 'ended_at'>): boolean {
  const names = new Set(steps.map(({ name }) => name))
  return type === 'rescue' && ended_at === null && names.has('rescue') && !names.has('restart')
}

const writingImage = ['image', 'verify', 'configure'] as const
/** Those after the first are reported by answer files. */
const installing = ['installer', 'partition', 'packages'] as const

/** Steps of the set-up of a controller, which not every operation of a type has. */
export const controllerStepNames = ['controller', 'controller_login'] as const satisfies readonly StepName[]

type Asked = {
  type: OperationType
  clear_hdd: (typeof clearings)[number]
  /** It has one that starts it. */
  controller: boolean
  /** One is set up. */
  setup_ipmi: boolean
  installer: boolean
  /** It has tests under load. */
  load: boolean
  /** Its ports are moved. */
  provisioning: boolean
}

/**
 * Names of the steps that an operation will go through: those of its task
 * (`server/features/datacenter/operation/task.ts`), of what answers the server (`desk.ts`) and of the live system (`progress` in `live-system/agent`).
 */
export function stepsOf({ type, clear_hdd, controller, setup_ipmi, installer, load, provisioning }: Asked): StepName[] {
  const steps: StepName[] = provisioning ? ['check', 'ports', 'reserve'] : ['check', 'reserve']
  if (controller) steps.push('boot_device')
  steps.push('power', 'loader', 'system', 'report')
  if (load) steps.push('load')
  if (type === 'install' && installer) steps.push('fetch')
  if (type === 'install' || clear_hdd !== 'none') steps.push('wipe')
  if (setup_ipmi) steps.push(...controllerStepNames)
  if (type === 'install') steps.push(...(installer ? installing : writingImage))
  if (provisioning) steps.push('ports_back')
  if (type === 'install') steps.push('local_boot', 'answer')
  return steps
}
