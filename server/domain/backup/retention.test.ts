import { describe, expect, test } from 'vitest'
import { outdated, type Retained, type RetentionRules } from './retention.ts'

const none: RetentionRules = {
  ...{ keep_last: null, keep_daily: null, keep_weekly: null, keep_monthly: null },
  ...{ limit_count: null, limit_size_mib: null, time_zone: 'UTC' },
}
const made = (id: number, at: string, over: Partial<Retained> = {}): Retained => ({
  ...{ id, made_at: new Date(`${at}:00Z`), stored_mib: 100, pinned: false, damaged: false },
  ...over,
})
/** One a night, the newest being number 1. */
const nightly = (count: number): Retained[] =>
  Array.from({ length: count }, (_, n) =>
    made(n + 1, new Date(Date.UTC(2026, 10, 24 - n, 2)).toISOString().slice(0, 16)),
  )
const stays = (backups: readonly Retained[], rules: Partial<RetentionRules>) => {
  const gone = new Set(outdated(backups, { ...none, ...rules }))
  return backups.filter(({ id }) => !gone.has(id)).map(({ id }) => id)
}

describe('retention', () => {
  test('without rules takes nothing away', () => expect(outdated(nightly(400), none)).toEqual([]))

  test('keeps the newest so many', () => {
    expect(stays(nightly(5), { limit_count: 2 })).toEqual([1, 2])
    expect(stays(nightly(5), { keep_last: 3 })).toEqual([1, 2, 3])
    expect(stays(nightly(5).reverse(), { keep_last: 1 })).toEqual([1])
  })

  test('keeps the last one of days, weeks from Monday and months', () => {
    // 24 November 2026 is a Tuesday: Sunday the 22nd is number 3, the 15th number 10, 31 October number 25.
    expect(stays(nightly(60), { keep_weekly: 3 })).toEqual([1, 3, 10])
    expect(stays(nightly(60), { keep_monthly: 3 })).toEqual([1, 25, 56])
    expect(stays(nightly(60), { keep_daily: 2, keep_weekly: 2, keep_monthly: 2 })).toEqual([1, 2, 3, 25])
  })

  test('counts days that have a backup, and takes the last one of each', () => {
    const backups = [made(1, '2026-11-24T20:00'), made(2, '2026-11-24T08:00'), made(3, '2026-11-10T08:00')]
    expect(stays(backups, { keep_daily: 2 })).toEqual([1, 3])
  })

  test('knows the day of its time zone', () => {
    const backups = [made(1, '2026-11-24T12:00'), made(2, '2026-11-23T23:30')]
    expect(stays(backups, { keep_daily: 5, time_zone: 'Europe/Berlin' })).toEqual([1])
    expect(stays(backups, { keep_daily: 5 })).toEqual([1, 2])
  })

  test('cuts what the rules choose by number and size, the oldest first', () => {
    expect(stays(nightly(9), { keep_last: 5, limit_count: 3 })).toEqual([1, 2, 3])
    expect(stays(nightly(9), { limit_size_mib: 350 })).toEqual([1, 2, 3])
  })

  test('never takes the newest, however small the limits', () => {
    expect(stays(nightly(3), { limit_size_mib: 1 })).toEqual([1])
  })

  test('leaves pinned ones alone and does not count them', () => {
    const backups = nightly(5).map((one) => (one.id === 2 || one.id === 5 ? { ...one, pinned: true } : one))
    expect(stays(backups, { limit_count: 2 })).toEqual([1, 2, 3, 5])
  })

  test('does not take the last good one because of newer ones that are damaged', () => {
    const hurt = (...ids: number[]) => nightly(5).map((one) => ({ ...one, damaged: ids.includes(one.id) }))
    expect(stays(hurt(1), { keep_last: 1 })).toEqual([1, 2])
    expect(stays(hurt(1, 2, 3), { keep_last: 1 })).toEqual([1, 4])
    expect(stays(hurt(1, 3), { limit_count: 2 })).toEqual([1, 2, 4])
    expect(stays(hurt(5), { keep_last: 2 })).toEqual([1, 2])
    expect(stays(hurt(1, 2, 3, 4, 5), { keep_last: 1 })).toEqual([1])
  })

  test('takes no more when it is asked again', () => {
    const rules = { keep_daily: 7, keep_weekly: 4, keep_monthly: 6 }
    const left = stays(nightly(300), rules)
    expect(
      stays(
        nightly(300).filter(({ id }) => left.includes(id)),
        rules,
      ),
    ).toEqual(left)
  })
})
