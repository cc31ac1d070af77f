import { msg, type Text } from '../../shared/text.ts'
import type { OperationType } from './kinds.ts'

/** Operations that the owner of a server may begin, and end: the others are for administrators. */
export const ofOwners = ['install', 'rescue'] as const satisfies readonly OperationType[]

/** Why somebody may not end an operation, by cancelling it or reporting it as done; undefined: he may. The one rule that the server and screens read. */
export function whyNotEnd(type: OperationType, asker: { isAdmin: boolean }): Text | undefined {
  if (asker.isAdmin || (ofOwners as readonly OperationType[]).includes(type)) return undefined
  return msg`Only administrators end this operation, because only they begin it`
}
