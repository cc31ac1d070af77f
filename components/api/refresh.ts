import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangedObjects } from '../../server/domain/shared/changed-header.ts'
import { gatherer } from './gatherer.ts'
import { readAnew } from './read-anew.ts'
import { type About, type Shown, shownIn } from './shown-in.ts'

/** A change as events tell it. `id` grows with each; what is not kept in the database has none. */
export type HeardChange = {
  id?: number
  entity: string
  entity_id: number
  relations?: Record<string, unknown>
}

/** Queries at or below a path: those of one object, those of no object, or all. `since`: the change that they have to show. */
type Wanted = { path: string; param: string | null; which: number | 'lists' | 'all'; since: number }

/** Changes of one transaction come together. The same object again is read a little later. */
const OBJECT_MS = 10
const OBJECT_REST_MS = 150
/** Many changes in one moment are one reading of a list, and lists are read once a second at most. */
const LIST_MS = 150
const LIST_REST_MS = 1000
const ELSEWHERE_MS = 1500
/** Calls of this page show at once; of many one after the other, once a second. */
const CALL_REST_MS = 1000

export type Refresh = ReturnType<typeof makeRefresh>

/** Lets queries be read anew that show what has changed, as `shownIn` has it. One for each page. */
export function makeRefresh(queries: QueryClient) {
  const reading = new Set<Promise<void>>()
  const read = (wanted: Wanted[]) => readAnew(queries, (query) => wanted.some((one) => shows(query, one)))
  const objects = bucket(OBJECT_MS, OBJECT_REST_MS, read)
  const lists = bucket(LIST_MS, LIST_REST_MS, read)
  const elsewhere = bucket(ELSEWHERE_MS, ELSEWHERE_MS, read)
  const called = bucket(0, CALL_REST_MS, (wanted) => {
    const done = read(wanted).finally(() => reading.delete(done))
    reading.add(done)
  })
  const calledTotals = bucket(0, CALL_REST_MS, read)
  return {
    /** A change that events tell of, by whomever. */
    heard({ id: since = Number.POSITIVE_INFINITY, entity, entity_id, relations = {} }: HeardChange) {
      const { own, of = {}, also = [], totals = [] } = shownOf(entity)
      const owners = Object.entries(of).map(([name, about]) => [about, idIn(relations[name])] as const)
      objects.add([...wantedOf(own, entity_id, since), ...owners.flatMap(([about, id]) => wantedOf(about, id, since))])
      lists.add([own, ...Object.values(of)].flatMap((about) => wantedOf(about, 'lists', since)))
      elsewhere.add(everywhere([...also, ...totals], since))
    },
    /** What calls of this page have changed: it shows at once. */
    called(changed: ChangedObjects) {
      const all = [...changed].map(([kind, ids]): Shown & { ids: Iterable<number | 'all'> } => ({
        ...shownOf(kind),
        ids: ids ?? ['all'],
      }))
      called.add(
        all.flatMap(({ own, of = {}, also = [], ids }) => [
          ...[...ids, 'lists' as const].flatMap((which) => wantedOf(own, which)),
          ...Object.values(of).flatMap((about) => wantedOf(about, 'all')),
          ...everywhere(also),
        ]),
      )
      calledTotals.add(all.flatMap(({ totals = [] }) => everywhere(totals)))
    },
    /** Settles when the page shows what its calls have changed; sums over many objects may come later. */
    async settled(): Promise<void> {
      called.now()
      await Promise.all(reading)
    },
  }
}

/** A panel that is newer than this page may tell of kinds that it does not know. */
const shownOf = (kind: string): Shown => (shownIn as Readonly<Record<string, Shown>>)[kind] ?? { own: {} }

function bucket(windowMs: number, restMs: number, read: (wanted: Wanted[]) => unknown) {
  const held = new Map<string, Wanted>()
  const { call, now } = gatherer(windowMs, restMs, () => {
    const wanted = [...held.values()]
    held.clear()
    void read(wanted)
  })
  return {
    add(wanted: readonly Wanted[]) {
      for (const one of wanted) {
        const key = `${one.path} ${one.param} ${one.which}`
        held.set(key, { ...one, since: Math.max(one.since, held.get(key)?.since ?? 0) })
      }
      if (wanted.length > 0) call()
    },
    now,
  }
}

const wantedOf = (about: About, which: Wanted['which'], since = Number.POSITIVE_INFINITY): Wanted[] =>
  Object.entries(about).map(([path, param]) => ({ path, param, which, since }))

const everywhere = (paths: readonly string[], since = Number.POSITIVE_INFINITY): Wanted[] =>
  paths.map((path) => ({ path, param: null, which: 'all', since }))

/** The object that a change names as its owner; any, where it names none. */
const idIn = (relation: unknown) => (typeof relation === 'number' ? relation : 'all')

type Input = { params?: Record<string, unknown> } | undefined

/** Lists say up to which change they show everything: what they show already is not read again. */
function shows({ queryKey, state }: Query, { path, param, which, since }: Wanted): boolean {
  const [at, options] = queryKey as [unknown, { input?: Input }?]
  if (!Array.isArray(at) || !`${at.join('.')}.`.startsWith(`${path}.`)) return false
  const { last_notify } = (state.data ?? {}) as { last_notify?: number }
  if (last_notify !== undefined && last_notify >= since) return false
  if (which === 'all') return true
  const id = param === null ? undefined : options?.input?.params?.[param]
  return which === 'lists' ? id === undefined : id !== undefined && Number(id) === which
}
