import { describe, expect, test } from 'vitest'
import { cronExpression, isTimeZone, nextSlot, nextSlots, type ScheduleTime } from './slots.ts'

const berlin: ScheduleTime = { type: 'daily', hour: 2, minute: 30, time_zone: 'Europe/Berlin' }
const iso = (slots: Date[]) => slots.map((slot) => slot.toISOString().slice(0, 16))
const from = (text: string) => new Date(`${text}:00Z`)

describe('the next start', () => {
  test('comes after the moment, never at it', () => {
    const utc = { ...berlin, time_zone: 'UTC' }
    expect(iso([nextSlot(utc, from('2026-11-24T02:29'))])).toEqual(['2026-11-24T02:30'])
    expect(iso([nextSlot(utc, from('2026-11-24T02:30'))])).toEqual(['2026-11-25T02:30'])
  })

  test('goes to the end of the hour that a clock leaves out, and back to its time the day after', () => {
    expect(iso(nextSlots(berlin, from('2026-03-28T12:00'), 2))).toEqual(['2026-03-29T01:00', '2026-03-30T00:30'])
  })

  test('comes once in the hour that a clock has twice', () => {
    expect(iso(nextSlots(berlin, from('2026-10-24T12:00'), 2))).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  })

  test('finds midnight where the day begins at one', () => {
    const paulo = { ...berlin, hour: 0, minute: 0, time_zone: 'America/Sao_Paulo' }
    expect(iso(nextSlots(paulo, from('2018-11-03T12:00'), 2))).toEqual(['2018-11-04T03:00', '2018-11-05T02:00'])
  })

  test.each([
    [31, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    [30, ['2026-01-30', '2026-02-28', '2026-03-30', '2026-04-30']],
    [29, ['2026-01-29', '2026-02-28', '2026-03-29', '2026-04-29']],
    [28, ['2026-01-28', '2026-02-28', '2026-03-28', '2026-04-28']],
  ])('on day %i is the last day of shorter months', (day, days) => {
    const monthly: ScheduleTime = { ...berlin, type: 'monthly', day, time_zone: 'UTC' }
    expect(nextSlots(monthly, from('2026-01-01T00:00'), 4).map((slot) => slot.toISOString().slice(0, 10))).toEqual(days)
  })

  test('on day 30 knows the leap year', () => {
    const monthly: ScheduleTime = { ...berlin, type: 'monthly', day: 30, time_zone: 'UTC' }
    expect(iso([nextSlot(monthly, from('2028-02-01T00:00'))])).toEqual(['2028-02-29T02:30'])
  })

  test('takes 0 and 7 for Sunday', () => {
    const starts = [0, 7].map((week_day) => nextSlot({ ...berlin, type: 'weekly', week_day }, from('2026-11-24T00:00')))
    expect(iso(starts)).toEqual(['2026-11-29T01:30', '2026-11-29T01:30'])
  })
})

test('a schedule is said in five fields of cron', () => {
  expect(cronExpression(berlin)).toBe('30 2 * * *')
  expect(cronExpression({ ...berlin, type: 'weekly', week_day: 5 })).toBe('30 2 * * 5')
  expect(cronExpression({ ...berlin, type: 'monthly', day: 31 })).toBe('30 2 31 * *')
})

test('a time zone is a name of the list, not an offset', () => {
  expect(['Europe/Berlin', 'UTC', 'Asia/Kolkata'].every(isTimeZone)).toBe(true)
  expect(['', '+02:00', 'Mars/Base', 'Europe/Berlin; drop'].some(isTimeZone)).toBe(false)
})
