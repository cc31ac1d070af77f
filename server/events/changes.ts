import type { Work } from '../db/transaction.ts'
import type { ChangeKind } from '../domain/shared/change-kinds.ts'

export type Change = {
  entity: ChangeKind
  entity_id: number
  event: 'create' | 'update' | 'delete'
  /** Who besides administrators may see it: the owner, or with `everyone` all who are signed in. */
  account_id?: number | null
  everyone?: boolean
  /** Fields that changed, as the API spells them. Never a secret. */
  data?: Record<string, unknown>
  relations?: Record<string, unknown>
}

const buffers = new WeakMap<Work, Change[]>()

/**
 * Notes a change; it gets its number at the commit, under one lock, so that ids grow in the order of commits and a
 * reader that has seen id n has seen everything below it.
 */
export function changed(work: Work, change: Change) {
  const known = buffers.get(work)
  if (known) {
    known.push(change)
    return
  }
  const list = [change]
  buffers.set(work, list)
  work.beforeCommit('changes', async ({ sql }) => {
    await sql('select record_changes($1::jsonb)', [JSON.stringify(list)])
  })
}

/** What a transaction has noted so far. */
export const noted = (work: Work): readonly Change[] => buffers.get(work) ?? []

/** Hands what a part of a transaction has noted over to the whole; see `attempt`. */
export function handOver(part: Work, whole: Work) {
  for (const change of noted(part)) changed(whole, change)
}
