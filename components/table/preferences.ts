'use client'
import { useStored } from './storage.ts'

export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

/** How a person likes this table; per table, in this browser. `hidden: null` means as the page's author thought. */
export type Preferences = { density: Density; hidden: readonly string[] | null; order: readonly string[] }

const initial: Preferences = { density: 'normal', hidden: null, order: [] }

const strings = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null

/** Makes preferences out of whatever lies in the storage. */
export function checkPreferences(value: unknown): Preferences {
  const raw = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return {
    density: densities.find((one) => one === raw.density) ?? initial.density,
    hidden: strings(raw.hidden),
    order: strings(raw.order) ?? [],
  }
}

export const usePreferences = (tableId: string) => useStored(`table.${tableId}`, checkPreferences, initial)

/** The chosen order first; a column that is new since then stays where its author put it. */
export function ordered(all: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((id) => all.includes(id))
  if (known.length === 0) return [...all]
  const result = [...known]
  all.forEach((id, at) => {
    if (result.includes(id)) return
    const before = all.slice(0, at).findLast((one) => result.includes(one))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id)
  })
  return result
}

/** Moves one column in front of another, or to the end. */
export function moved(order: readonly string[], id: string, before: string | null): string[] {
  const rest = order.filter((one) => one !== id)
  const at = before === null ? rest.length : rest.indexOf(before)
  return at < 0 ? [...order] : [...rest.slice(0, at), id, ...rest.slice(at)]
}
