'use client'
import { createParser, parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import { useIsPhone } from '../ui/use-media.ts'
import { filtersFromText, filtersToText } from './filter-text.ts'
import type { Filter, FilterField } from './filters.ts'
import { isEmpty, nothing, type Selection, selectionFromText, selectionToText } from './selection.ts'
import { composeOrderby, composeWhere, parseSort, type Sort, sortText } from './where.ts'

/** What to ask the server: the list parameters, ready to be sent. */
export type ListQuery = { where?: string; search?: string; orderby: string; limit: string }

export type TableStateOptions = {
  /** Names the table in what this browser remembers. */
  id: string
  fields: readonly FilterField[]
  defaultSort: Sort
  /** Rows a page, 100 unless the rows are heavy. */
  limit?: number
  /** A condition that always holds, in the grammar. */
  base?: string
  /** For a table in a tab beside others: its part of the address begins with this. */
  prefix?: string
}

const parseAsFilters = createParser<Filter[]>({
  parse: filtersFromText,
  serialize: filtersToText,
  eq: (a, b) => filtersToText(a) === filtersToText(b),
})
const parseAsSort = createParser<Sort>({
  parse: parseSort,
  serialize: sortText,
  eq: (a, b) => sortText(a) === sortText(b),
})

const parsers = {
  q: parseAsString.withDefault(''),
  f: parseAsFilters.withDefault([]),
  sort: parseAsSort,
  page: parseAsInteger.withDefault(1),
  limit: parseAsInteger,
  sel: parseAsString,
}

export type TableState = ReturnType<typeof useTableState>

/**
 * Search, filters, sort, page and selection of one table, held by the address: Back works, and a link shows a colleague
 * the same rows. Typing and ticking replace the entry in the history; the rest makes a new one.
 */
export function useTableState(options: TableStateOptions) {
  const { id, fields, defaultSort, base, prefix } = options
  const urlKeys = useMemo(
    () => (prefix ? Object.fromEntries(Object.keys(parsers).map((key) => [key, `${prefix}_${key}`])) : {}),
    [prefix],
  )
  const [state, set] = useQueryStates(parsers, { urlKeys, history: 'push' })
  // A choice too large for the address.
  const [large, setLarge] = useState<Selection | null>(null)

  const sort = state.sort ?? defaultSort
  // A telephone shows a dozen rows, so what needs attention comes before them unless another order is asked for.
  const isPhone = useIsPhone()
  const worstFirst = isPhone && state.sort === null && fields.some(({ name }) => name === 'health')
  const limit = Math.min(1000, Math.max(1, state.limit ?? options.limit ?? 100))
  const page = Math.max(1, state.page)
  const known = useMemo(
    () => state.f.filter((filter) => fields.some((field) => field.name === filter.field)),
    [state.f, fields],
  )
  const where = composeWhere(known, base)
  const query: ListQuery = useMemo(
    () => ({
      ...(where && { where }),
      ...(state.q && { search: state.q }),
      orderby: composeOrderby(sort, worstFirst),
      limit: `${(page - 1) * limit},${limit}`,
    }),
    [where, state.q, sort, worstFirst, page, limit],
  )

  const selection = useMemo(() => large ?? selectionFromText(state.sel), [large, state.sel])
  return {
    id,
    fields,
    query,
    q: state.q,
    filters: known,
    sort,
    page,
    limit,
    offset: (page - 1) * limit,
    /** Whether rows may be missing because something was asked. */
    narrowed: state.q !== '' || known.length > 0,
    selection,
    setQ: (q: string) => set({ q: q || null, page: null }, { history: 'replace' }),
    setFilters: (f: readonly Filter[]) => set({ f: f.length > 0 ? [...f] : null, page: null }),
    setSort: (next: Sort) => set({ sort: sortText(next) === sortText(defaultSort) ? null : next, page: null }),
    setPage: (next: number) => set({ page: next > 1 ? next : null }),
    setSelection: (next: Selection) => {
      const text = selectionToText(next)
      setLarge(text === undefined && !isEmpty(next) ? next : null)
      set({ sel: text ?? null }, { history: 'replace' })
    },
    /** Shows everything again. */
    clear: () => set({ q: null, f: null, page: null }),
    /** Shows a saved view; the selection belongs to what was shown before. */
    show: (view: { q: string; filters: readonly Filter[]; sort: Sort | null }) => {
      setLarge(null)
      set({
        q: view.q || null,
        f: view.filters.length > 0 ? [...view.filters] : null,
        sort: view.sort,
        page: null,
        sel: null,
      })
    },
    clearSelection: () => {
      setLarge(null)
      set({ sel: selectionToText(nothing) ?? null }, { history: 'replace' })
    },
  }
}
