import { describe, expect, test } from 'vitest'
import { whatIsDue } from './due.ts'
import type { ScheduleTime } from './slots.ts'

const daily: ScheduleTime = { type: 'daily', hour: 2, minute: 0, time_zone: 'UTC' }
const at = (text: string) => new Date(`${text}:00Z`)
const iso = (slot: Date | null) => slot?.toISOString().slice(0, 16)

describe('a schedule whose time has come', () => {
  test('runs, and is planned anew', () => {
    const due = whatIsDue(daily, at('2026-11-24T02:00'), at('2026-11-24T02:01'))
    expect(due).toMatchObject({ isLate: false, missed: [] })
    expect([iso(due.run), iso(due.next)]).toEqual(['2026-11-24T02:00', '2026-11-25T02:00'])
  })

  test('makes the newest of several missed starts, once, and names the others', () => {
    const due = whatIsDue(daily, at('2026-11-20T02:00'), at('2026-11-24T09:00'))
    expect(due.isLate).toBe(true)
    expect([iso(due.run), iso(due.next)]).toEqual(['2026-11-24T02:00', '2026-11-25T02:00'])
    expect(due.missed.map(iso)).toEqual([20, 21, 22, 23].map((day) => `2026-11-${day}T02:00`))
  })

  test('makes none so late that it would be close to the next', () => {
    const due = whatIsDue(daily, at('2026-11-24T02:00'), at('2026-11-24T15:00'))
    expect([due.run, due.missed.map(iso), iso(due.next)]).toEqual([null, ['2026-11-24T02:00'], '2026-11-25T02:00'])
  })

  test('names a month of missed starts at most', () => {
    const due = whatIsDue(daily, at('2026-01-01T02:00'), at('2026-11-24T15:00'))
    expect(due.missed).toHaveLength(31)
    expect(iso(due.missed.at(-1) ?? null)).toBe('2026-11-24T02:00')
  })
})
