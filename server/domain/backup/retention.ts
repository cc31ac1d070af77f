/** A complete backup of one disk, as retention sees it. */
export type Retained = { id: number; made_at: Date; stored_mib: number; pinned: boolean; damaged: boolean }

/** What a schedule says about how many backups of a disk stay; null: nothing. */
export type RetentionRules = {
  keep_last: number | null
  keep_daily: number | null
  keep_weekly: number | null
  keep_monthly: number | null
  limit_count: number | null
  limit_size_mib: number | null
  time_zone: string
}

const DAY = 86_400_000

/**
 * Ids of the backups of one disk that go. The `keep_…` rules choose what stays, all when there is none; of that the limits take away
 * the oldest. Pinned ones stay and count for nothing. The newest stays whatever the rules say: it is the last protection of its disk.
 * Damaged ones protect nothing, so the rules choose without them; they stay for as long as they would if they were whole, since the next
 * backup may store again what they lack.
 */
export function outdated(backups: readonly Retained[], rules: RetentionRules): number[] {
  const sorted = [...backups].sort((a, b) => b.made_at.getTime() - a.made_at.getTime() || b.id - a.id)
  const free = sorted.filter(({ pinned }) => !pinned)
  const chosenOf = (some: Retained[]) => withinLimits(keptByRules(some, rules), rules).map(({ id }) => id)
  const chosen = new Set(chosenOf(free.filter(({ damaged }) => !damaged)))
  const asWhole = new Set(chosenOf(free))
  const newest = [sorted[0], sorted.find(({ damaged }) => !damaged)]
  const stays = (one: Retained) => chosen.has(one.id) || newest.includes(one) || (one.damaged && asWhole.has(one.id))
  return free.filter((one) => !stays(one)).map(({ id }) => id)
}

/** The newest first, as they come. */
function keptByRules(backups: readonly Retained[], rules: RetentionRules): Retained[] {
  const { keep_last, keep_daily, keep_weekly, keep_monthly, time_zone } = rules
  if ([keep_last, keep_daily, keep_weekly, keep_monthly].every((rule) => rule === null)) return [...backups]
  const calendar = calendarOf(time_zone)
  const kept = new Set(backups.slice(0, keep_last ?? 0))
  const periods = [
    [keep_daily, 'day'],
    [keep_weekly, 'week'],
    [keep_monthly, 'month'],
  ] as const
  for (const [count, period] of periods) {
    const seen = new Set<string>()
    for (const backup of backups) {
      const slot = calendar(backup.made_at)[period]
      if (seen.size >= (count ?? 0)) break
      if (!seen.has(slot)) kept.add(backup)
      seen.add(slot)
    }
  }
  return backups.filter((backup) => kept.has(backup))
}

function withinLimits(backups: readonly Retained[], { limit_count, limit_size_mib }: RetentionRules): Retained[] {
  let size = 0
  return backups.slice(0, limit_count ?? backups.length).filter((backup) => {
    size += backup.stored_mib
    return limit_size_mib === null || size <= limit_size_mib
  })
}

/** The day of a moment, its week (by the Monday) and its month, on the calendar of a time zone. */
function calendarOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (moment: Date) => {
    const day = format.format(moment)
    const noon = new Date(`${day}T12:00:00Z`)
    const sinceMonday = (noon.getUTCDay() + 6) % 7
    const week = new Date(noon.getTime() - sinceMonday * DAY).toISOString().slice(0, 10)
    return { day, week, month: day.slice(0, 7) }
  }
}
