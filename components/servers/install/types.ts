import type { OperationType } from '../../../server/domain/operation/kinds.ts'
import { ofOwners } from '../../../server/domain/operation/owners.ts'

/** Operations that people begin, in the order of their tabs. */
export const begun = ['install', 'rescue', 'diag', 'clear_hdd'] as const satisfies readonly OperationType[]
export type Begun = (typeof begun)[number]

export const mayBegin = (isAdmin: boolean): readonly Begun[] => (isAdmin ? begun : ofOwners)
