import type { CoverageState } from '../../../server/domain/schedule/kinds.ts'
import type { StateKind } from '../../ui/display/state-mark.tsx'

/** How well a VM is protected, as a mark. */
export const coverageKinds = {
  ...{ no_backup: 'fault', late: 'warn', no_schedule: 'unknown', waits: 'off', in_time: 'ok' },
} as const satisfies Record<CoverageState, StateKind>
