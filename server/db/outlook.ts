/** Fewer days say nothing about the next months; older ones nothing about the present pace. */
const ENOUGH_DAYS = 3
export const LOOKED_BACK = 30
/** At most so far ahead is said when it will be full. */
const MOST_DAYS = 5 * 365

/**
 * SQL of an aggregate over the days of something: by how much it grows a day, the slope of a line through its days; null while these are too few.
 * @param value SQL of how much there was on a day, without empty days
 * @param day SQL of the day, a date
 */
export const growthADay = (value: string, day: string): string =>
  `case when max(${day}) - min(${day}) >= ${ENOUGH_DAYS} then regr_slope(${value}, ${day} - date '2000-01-01') end`

/** SQL: after how many days it is full; null when it does not grow, far ahead, or when the room is not known. */
export const fullInDays = (room: string, growth: string): string =>
  `case when ${growth} > 0 and (${room}) / ${growth} <= ${MOST_DAYS} then floor((${room}) / ${growth})::int end`
