import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { backupRow } from '../../../server/domain/backup/schema.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, stage } from '../../checks/forms/stage.tsx'
import { BackupTimeline, daysOf } from './timeline.tsx'

afterEach(clear)

const sample = sampleOf(backupRow, { state: 'active', fault: null, actual_size_mib: 10 })
const [copy] = sample.copies
const made = (date_create: string, verified_at: string | null, run_id = 'a') => ({
  ...sample,
  date_create,
  run_id,
  copies: copy ? [{ ...copy, verified_at }] : [],
})
const now = Date.parse('2026-11-20T12:00:00Z')
const rehearsed = new Set(['b'])

it('days are those of the reader', () => {
  const late = made('2026-11-19T23:30:00Z', null)
  const of = (zone: string) => daysOf([late], { now, zone, rehearsed }).filter(({ good }) => good > 0)
  expect(of('UTC')).toMatchObject([{ day: '2026-11-19' }])
  expect(of('Europe/Moscow')).toMatchObject([{ day: '2026-11-20' }])
  // A change to summer time lies between.
  const days = daysOf([], { now: Date.parse('2026-04-10T00:30:00Z'), zone: 'Europe/Berlin', rehearsed })
  expect(new Set(days.map(({ day }) => day)).size).toBe(30)
})

it('tells verified backups from others, and what was rehearsed', () => {
  const list = [made('2026-11-18T02:00:00Z', '2026-11-18T05:00:00Z', 'b'), made('2026-11-19T02:00:00Z', null)]
  const days = daysOf(list, { now, zone: 'UTC', rehearsed }).filter(({ good }) => good > 0)
  expect(days).toMatchObject([
    { day: '2026-11-18', good: 1, verified: 1, rehearsed: true },
    { day: '2026-11-19', good: 1, verified: 0, rehearsed: false },
  ])
  stage(() => <BackupTimeline backups={list} now={now} rehearsed={rehearsed} />)
  for (const word of ['verified', 'not read again yet', 'failed', 'restore rehearsed'])
    expect(screen.getByText(word)).toBeTruthy()
})
