import type { clearings, OperationType } from './kinds.ts'
import type { Operation } from './schema.ts'

/** Technical names of the steps that the panel and its live system have; programs may report others. */
export const stepNames = [
  ...['check', 'ports', 'reserve', 'boot_device', 'power', 'loader', 'system', 'report'],
  ...['load', 'wipe', 'image', 'verify', 'configure', 'ports_back', 'rescue', 'local_boot', 'answer', 'reported'],
] as const
export type StepName = (typeof stepNames)[number]

export const isStepName = (name: string): name is StepName => (stepNames as readonly string[]).includes(name)

/** From the first of these on the disks are not what they were. */
const writing: ReadonlySet<string> = new Set(['wipe', 'image', 'verify', 'configure'])
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

type Asked = { type: OperationType; clear_hdd: (typeof clearings)[number]; controller: boolean; provisioning: boolean }

/**
 * Names of the steps that an operation will go through: those of its task
 * (`server/features/datacenter/operation/task.ts`), of what answers the server (`desk.ts`) and of the live system (`progress` in `live-system/agent`).
 */
export function stepsOf({ type, clear_hdd, controller, provisioning }: Asked): StepName[] {
  const steps: StepName[] = provisioning ? ['check', 'ports', 'reserve'] : ['check', 'reserve']
  if (controller) steps.push('boot_device')
  steps.push('power', 'loader', 'system', 'report')
  if (type === 'install' || clear_hdd !== 'none') steps.push('wipe')
  if (type === 'install') steps.push('image', 'verify', 'configure')
  if (provisioning) steps.push('ports_back')
  if (type === 'install') steps.push('local_boot', 'answer')
  return steps
}
