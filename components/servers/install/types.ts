import type { OperationType } from '../../../server/domain/operation/kinds.ts'

/** Operations that people begin, in the order of their tabs. */
export const begun = ['install', 'rescue', 'diag', 'clear_hdd'] as const satisfies readonly OperationType[]
export type Begun = (typeof begun)[number]

/** Those that the owner of a server may begin as well: the others are for administrators. */
export const ofOwners: readonly Begun[] = ['install', 'rescue']

export const mayBegin = (isAdmin: boolean): readonly Begun[] => (isAdmin ? begun : ofOwners)
