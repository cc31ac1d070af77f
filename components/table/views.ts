import { filtersFromText, filtersToText } from './filter-text.ts'
import type { Filter } from './filters.ts'
import { parseSort, type Sort, sortText } from './where.ts'

/** A question worth a name. The page brings some; people save their own in this browser. */
export type View = { label: string; q: string; filters: readonly Filter[]; sort: Sort | null; count?: number }

type Stored = { label: string; q: string; f: string; sort: string | null }

const mostViews = 30

/** Makes views out of whatever lies in the storage. */
export function checkViews(value: unknown): Stored[] {
  if (!Array.isArray(value)) return []
  return value
    .filter(
      (one): one is Stored =>
        typeof one === 'object' &&
        one !== null &&
        typeof one.label === 'string' &&
        typeof one.q === 'string' &&
        typeof one.f === 'string' &&
        (one.sort === null || typeof one.sort === 'string'),
    )
    .slice(0, mostViews)
}

export const toStored = (view: View): Stored => ({
  label: view.label,
  q: view.q,
  f: filtersToText(view.filters),
  sort: view.sort ? sortText(view.sort) : null,
})

export const fromStored = (stored: Stored): View => ({
  label: stored.label,
  q: stored.q,
  filters: filtersFromText(stored.f),
  sort: stored.sort ? parseSort(stored.sort) : null,
})

/** Whether the table shows this view now. */
export const sameView = (view: Pick<View, 'q' | 'filters'>, now: { q: string; filters: readonly Filter[] }): boolean =>
  view.q === now.q && filtersToText(view.filters) === filtersToText(now.filters)
