'use client'
import { useEffect, useRef } from 'react'
import { isChosen, type Selection } from './selection.ts'

type Load<Row> = (what: { ids: readonly string[] } | { all: true }) => Promise<readonly Row[]>

/**
 * The chosen rows themselves. Those seen since they were chosen are kept at hand (their newest state); the rest is asked
 * for. Without `load`, rows that were never in sight (the address brought their ids) are left out.
 */
export function useChosenRows<Row>(
  selection: Selection,
  list: readonly Row[],
  rowId: (row: Row) => string,
  load: Load<Row> | undefined,
): () => Promise<readonly Row[]> {
  const seen = useRef(new Map<string, Row>())
  useEffect(() => {
    for (const id of [...seen.current.keys()]) if (!isChosen(selection, id)) seen.current.delete(id)
    for (const row of list) if (isChosen(selection, rowId(row))) seen.current.set(rowId(row), row)
  }, [selection, list, rowId])

  return async () => {
    if (selection.all) return load ? load({ all: true }) : list
    const missing = selection.ids.filter((id) => !seen.current.has(id))
    const more = missing.length > 0 && load ? await load({ ids: missing }) : []
    const found = new Map([...seen.current, ...more.map((row) => [rowId(row), row] as const)])
    return selection.ids.flatMap((id) => found.get(id) ?? [])
  }
}
