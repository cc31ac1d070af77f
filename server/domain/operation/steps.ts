import type { clearings, OperationType } from './kinds.ts'

type Asked = { type: OperationType; clear_hdd: (typeof clearings)[number]; controller: boolean }

/**
 * Names of the steps that an operation will go through, as `operation_step` has them: those of its task
 * (`server/features/datacenter/operation/task.ts`), of what answers the server (`desk.ts`) and of the live system (`progress` in `live-system/agent`).
 */
export function stepsOf({ type, clear_hdd, controller }: Asked): string[] {
  const writes = type === 'install' || clear_hdd !== 'none'
  return [
    ...['check', 'reserve'],
    ...(controller ? ['boot_device', 'power'] : ['power']),
    ...['loader', 'system', 'report'],
    ...(writes ? ['wipe'] : []),
    ...(type === 'install' ? ['image', 'verify', 'configure', 'local_boot', 'answer'] : []),
  ]
}
