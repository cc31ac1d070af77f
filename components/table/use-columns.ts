'use client'
import { useMemo } from 'react'
import type { ChooserColumn } from './column-chooser.tsx'
import type { Column } from './columns.ts'
import { ordered, type Preferences } from './preferences.ts'

/** Columns as a person arranged them: those shown, and what the chooser lists. */
export function useColumns<Row>(
  all: readonly Column<Row>[],
  preferences: Preferences,
  save: (preferences: Preferences) => void,
) {
  const { hidden, order } = preferences
  const arranged = useMemo(() => {
    const ids = ordered(
      all.map((column) => column.id),
      order,
    )
    return ids.flatMap((id) => all.find((column) => column.id === id) ?? [])
  }, [all, order])
  const isShown = (column: Column<Row>) =>
    column.meta.always === true || (hidden === null ? !column.meta.extra : !hidden.includes(column.id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isShown` reads `hidden` alone
  const shown = useMemo(() => arranged.filter(isShown), [arranged, hidden])
  const chooser: ChooserColumn[] = arranged.map((column) => ({
    id: column.id,
    label: column.meta.label,
    shown: isShown(column),
    always: column.meta.always === true,
  }))
  return {
    shown,
    chooser,
    show: (id: string, wanted: boolean) => {
      const now = arranged.filter((column) => !isShown(column)).map((column) => column.id)
      save({ ...preferences, hidden: wanted ? now.filter((one) => one !== id) : [...now, id] })
    },
    arrange: (next: string[]) => save({ ...preferences, order: next }),
    reset: () => save({ ...preferences, hidden: null, order: [] }),
  }
}
