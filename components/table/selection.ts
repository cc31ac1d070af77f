/** Chosen rows by id, or every row that matches the filters. */
export type Selection = { all: true } | { all: false; ids: readonly string[] }

export const nothing: Selection = { all: false, ids: [] }

/** An address stays short enough for every browser and proxy; a larger choice is kept by the page alone. */
const mostInAddress = 100

export const isEmpty = (selection: Selection): boolean => !selection.all && selection.ids.length === 0

export const isChosen = (selection: Selection, id: string): boolean => selection.all || selection.ids.includes(id)

/** How many rows are meant. */
export const countOf = (selection: Selection, size: number): number => (selection.all ? size : selection.ids.length)

/** Adds or takes away one row; from "all", the rows in sight but this one remain. */
export function toggle(selection: Selection, id: string, inSight: readonly string[]): Selection {
  const ids = selection.all ? inSight : selection.ids
  return { all: false, ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] }
}

/** Adds rows, each once, in the order they came. */
export const add = (selection: Selection, more: readonly string[]): Selection =>
  selection.all ? selection : { all: false, ids: [...new Set([...selection.ids, ...more])] }

/** What the box in the table's head does: all in sight, or none of them. */
export function toggleSight(selection: Selection, inSight: readonly string[]): Selection {
  if (sightState(selection, inSight) !== 'all') return add(selection, inSight)
  if (selection.all) return nothing
  return { all: false, ids: selection.ids.filter((id) => !inSight.includes(id)) }
}

export function sightState(selection: Selection, inSight: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = inSight.filter((id) => isChosen(selection, id)).length
  return chosen === 0 ? 'none' : chosen === inSight.length ? 'all' : 'some'
}

/** As the address holds it; undefined when nothing is chosen or too much. */
export function selectionToText(selection: Selection): string | undefined {
  if (selection.all) return '*'
  if (selection.ids.length === 0 || selection.ids.length > mostInAddress) return undefined
  return selection.ids.join('.')
}

export const selectionFromText = (text: string | null): Selection => {
  if (text === '*') return { all: true }
  return { all: false, ids: (text ?? '').split('.').filter((id) => /^[\w-]{1,64}$/.test(id)) }
}
