import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type HostSchedule, hostSchedule } from '../../../server/domain/schedule/protection.ts'
import { MeProvider } from '../../api/me.tsx'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, FIRST, settle, stage } from '../../checks/forms/stage.tsx'
import { HostSchedules } from './host-schedules.tsx'

afterEach(clear)

const host = { ...FIRST } as Parameters<typeof HostSchedules>[0]['host']
const schedule = (id: number, name: string, over: Partial<HostSchedule>) =>
  sampleOf(hostSchedule, {
    ...{ id, name, type: 'daily', time_zone: 'Europe/Berlin', enabled: true, elsewhere: true, places: [], last: null },
    start_time: { day: null, week_day: null, hour: 2, minute: 30 },
    next_run: '2026-11-28T01:30:00.000Z',
    ...{ keep_last: null, keep_daily: 14, keep_weekly: null, keep_monthly: null, limit_count: null },
    ...over,
  })
const at = '2026-11-27T01:30:00.000Z'
const list = [
  schedule(1, 'Nightly', {
    places: [
      { id: 1, name: 'vault', usable: true },
      { id: 2, name: 'cold', usable: false },
    ],
    last: { at, state: 'failed', fault: 'The node went away' },
  }),
  schedule(2, 'Here', { elsewhere: false, last: { at, state: 'done', fault: null } }),
  schedule(3, 'Old', { enabled: false, next_run: null }),
]
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

it('says when a VM is backed up, where to, and how that ended', async () => {
  stage(() => <HostSchedules host={host} />, { 'schedule.ofHost': { list } })
  await settle()
  const nightly = rowOf('Nightly')
  for (const words of ['28 Nov 2026', 'Daily at 02:30, Europe/Berlin', 'vault', 'cold', '14 days', 'Failed'])
    expect(nightly.textContent).toContain(words)
  expect(nightly.querySelector('time[datetime="2026-11-28T01:30:00.000Z"]')).not.toBeNull()
  expect(rowOf('Here').textContent).toMatch(/Made.*On the node/)
  expect(rowOf('Old').textContent).toMatch(/None yet.*Disabled.*No location for its cluster/)
  expect(within(nightly).getByRole('link', { name: 'Nightly' }).getAttribute('href')).toBe('/schedules/1')
  fireEvent.click(screen.getByRole('button', { name: 'Add to a schedule' }))
  expect(await screen.findByRole('dialog', { name: 'Add First to a schedule' })).toBeTruthy()
})

it('leads an owner nowhere where he may not go', async () => {
  const owner = { account_id: 2, email: 'ann@example.com', roles: ['@user' as const], isAdmin: false }
  const draw = () => (
    <MeProvider me={owner}>
      <HostSchedules host={host} />
    </MeProvider>
  )
  stage(draw, { 'schedule.ofHost': { list } })
  await settle()
  expect(rowOf('Nightly').textContent).toContain('vault')
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add to a schedule' })).toBeNull()
})

it('says that no schedule backs it up', async () => {
  stage(() => <HostSchedules host={host} />, { 'schedule.ofHost': { list: [] } })
  await settle()
  expect(screen.getByText(/No schedule backs up this VM/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
