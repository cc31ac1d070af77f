/** Readings from before this moment say nothing of now; worked out once in a statement. */
const STALE_BEFORE = '(select stale_before())'

/** SQL: a reading lies so far back that it says nothing of now; null where nothing was read. @param at SQL of when it was read */
export const isLate = (at: string) => `(${at} < ${STALE_BEFORE})`

/**
 * SQL: what is written of a port or an outlet says nothing of now: its device does not answer, or was not asked for too long, and nothing
 * was read of it since.
 * @param device alias of the switch or PDU
 * @param part alias of the port or outlet
 */
export const isUnread = (device: string, part: string) =>
  `(${device}.status = 'fail' and coalesce(${part}.seen_at <= ${device}.last_update, true)
    or ${isLate(`${device}.last_success_update`)} and coalesce(${isLate(`${part}.seen_at`)}, true))`

/** SQL of a reading of a port or an outlet, `unknown` as long as it says nothing of now. */
export const readOrUnknown = (device: string, part: string, column: string) =>
  `(case when ${isUnread(device, part)} then 'unknown' else ${part}.${column} end)`

/** SQL of a measured value, null as long as it says nothing of now. */
export const readOrNull = (device: string, part: string, column: string) =>
  `(case when not coalesce(${isUnread(device, part)}, false) then ${part}.${column} end)`

/** SQL of when a port or an outlet was last read. */
export const readAt = (device: string, part: string) => `greatest(${device}.last_success_update, ${part}.seen_at)`

/** SQL of a controller's reading, or `otherwise` when the reading is too old. @param otherwise SQL */
export const readOfController = (controller: string, column: string, otherwise = "'unknown'") =>
  `(case when ${isUnreadController(controller)} then ${otherwise} else ${controller}.${column} end)`

/** SQL: what is written of a controller says nothing of now: it does not answer, or was not asked for too long. */
export const isUnreadController = (controller: string) =>
  `(${controller}.status = 'fail' or ${isLate(`${controller}.last_success_update`)})`
