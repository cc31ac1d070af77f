type Turn = { location_id: number; seconds: number | null }
type Pace = { limit_per_location: number; stagger_seconds: number }

/**
 * When servers of a plan come and are done, in seconds from its beginning, if each takes as long as it usually does: as many at once as their location may have, one
 * after the other, in the order of the plan.
 * @returns for each its start and end; null from where it depends on what nobody knows
 */
export function courseOf(turns: readonly Turn[], { limit_per_location, stagger_seconds }: Pace) {
  const locations = new Map<number, { lanes: (number | null)[]; last: number | null }>()
  return turns.map(({ location_id, seconds }) => {
    const place = locations.get(location_id) ?? {
      lanes: new Array<number | null>(limit_per_location).fill(0),
      last: -stagger_seconds,
    }
    locations.set(location_id, place)
    const lane = place.lanes.reduce<number>((best, end, at) => (before(end, place.lanes[best] ?? null) ? at : best), 0)
    const free = place.lanes[lane] ?? null
    const start = free === null || place.last === null ? null : Math.max(free, place.last + stagger_seconds)
    const end = start === null || seconds === null ? null : start + seconds
    place.lanes[lane] = end
    place.last = start
    return { start, end }
  })
}

/** What is not known comes after all that is. */
const before = (one: number | null, other: number | null) => one !== null && (other === null || one < other)

/** Seconds until all are done, or null. */
export const lengthOf = (course: readonly { end: number | null }[]): number | null =>
  course.reduce<number | null>((most, { end }) => (most === null || end === null ? null : Math.max(most, end)), 0)
