import type { ChangeKind } from './change-kinds.ts'

/** Header of an answer to a screen: what its calls have changed, `host:7,8 task:12`. */
export const CHANGED_HEADER = 'x-changed'

/** Objects that have changed, by kind; `null` where they are too many to name. */
export type ChangedObjects = ReadonlyMap<string, ReadonlySet<number> | null>

/** Proxies refuse answers whose headers are longer than a few kB. */
const LONGEST = 2_000

/** The header's value; where ids would make it too long it names kinds alone. */
export function writeChanged(changes: Iterable<{ entity: ChangeKind; entity_id: number }>): string {
  const ids = new Map<ChangeKind, Set<number>>()
  for (const { entity, entity_id } of changes) ids.set(entity, (ids.get(entity) ?? new Set()).add(entity_id))
  const whole = [...ids].map(([kind, of]) => `${kind}:${[...of].join(',')}`).join(' ')
  return whole.length > LONGEST ? [...ids.keys()].join(' ') : whole
}

/** Reads such a value. */
export function readChanged(value: string): ChangedObjects {
  const parts = value.split(' ').map((part) => part.split(':'))
  return new Map(
    parts.map(([kind = '', ids]) => [kind, ids === undefined ? null : new Set(ids.split(',').map(Number))]),
  )
}
