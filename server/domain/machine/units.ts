/** Units that a server takes. */
export type Span = { unit: number; size: number }

const MOST = 4

/**
 * Units in which a new machine most likely stands: cables of neighbouring ports mostly lead to neighbouring units.
 * @param free units of the rack, of which `size` adjacent ones are needed
 * @param neighbours servers at the nearest ports before and after its own, in the same rack
 * @returns first units, the likeliest first; all between the two neighbours when there are any
 */
export function likelyUnits(free: readonly number[], size: number, neighbours: readonly Span[]): number[] {
  const open = new Set(free)
  const fits = free.filter((unit) => Array.from({ length: size }, (_, n) => unit + n).every((one) => open.has(one)))
  const [one, two] = [...neighbours].sort((a, b) => a.unit - b.unit)
  if (!one) return []
  const between = two ? fits.filter((unit) => unit >= one.unit + one.size && unit + size <= two.unit) : []
  const distance = (unit: number) => Math.min(...neighbours.map((span) => Math.abs(unit - span.unit)))
  return (between.length > 0 ? between : fits).toSorted((a, b) => distance(a) - distance(b) || a - b).slice(0, MOST)
}
