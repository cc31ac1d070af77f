import type { AuditNote } from './context.ts'

/** Ids are numbers, and text in the answers of a few older operations. */
function idOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : null
}

/** The id of what a mutation has made or changed, where its answer names it. */
export const answeredId = (made: unknown): number | null =>
  typeof made === 'object' && made !== null && 'id' in made ? idOf(made.id) : null

/**
 * What an audit record is about. The kind is the operation's `about`, or the first word of its path. The object is the one that the path
 * names as of this kind (`host_id`), else the one that the mutation answers (what was made), else the last of the path.
 */
export function auditSubject(
  { about, path }: { about?: string; path: string },
  params: unknown,
  made: unknown,
  note: Pick<AuditNote, 'entity' | 'entity_id'>,
): { entity: string; entity_id: number | null } {
  const entity = note.entity ?? about ?? path.split('/')[1] ?? ''
  const named = (params ?? {}) as Record<string, unknown>
  const last = Object.values(named).findLast((value) => typeof value === 'number')
  return { entity, entity_id: note.entity_id ?? idOf(named[`${entity}_id`]) ?? answeredId(made) ?? idOf(last) }
}
