import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Coverage, coverageRow } from '../../../server/domain/schedule/protection.ts'
import { scheduleRecord } from '../../../server/domain/schedule/schema.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, settle, stage } from '../../checks/forms/stage.tsx'
import { CoveragePage } from './coverage-page.tsx'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {}, replace() {}, refresh() {}, back() {} }),
  usePathname: () => '/',
  useSearchParams: () => new URLSearchParams(),
}))
// Only what hangs runs into it.
vi.setConfig({ testTimeout: 120_000 })

beforeAll(() => {
  // A window in which rows have room.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { get: () => 1600 })
})
afterEach(clear)

const row = (id: number, name: string, over: Partial<Coverage>) =>
  sampleOf(coverageRow, { id, name, reason: null, cause: null, place: null, schedule: null, state: 'in_time', ...over })
const nightly = { id: 9, name: 'Nightly' }
const list = [
  row(1, 'free', { state: 'no_schedule', reason: 'no_schedule' }),
  row(2, 'off', { state: 'no_schedule', reason: 'schedule_disabled', schedule: nightly }),
  row(3, 'gone', { state: 'late', reason: 'location_away', schedule: nightly, place: 'vault', cause: 'No answer' }),
  row(4, 'fine', {}),
]
const schedule = sampleOf(scheduleRecord, {
  ...{ id: 72, name: 'Evening', type: 'weekly', time_zone: 'Europe/Berlin', enabled: false, next_run: null },
  start_time: { day: null, week_day: 6, hour: 21, minute: 45 },
  ...{ keep_last: null, keep_daily: 7, keep_weekly: null, keep_monthly: 6, limit_count: null },
  ...{ hosts: [4, 8], clusters: [], nodes: [], presets: [], disks: [], backup_locations: [72, 71], version: 5 },
})
const answers = {
  'schedule.coverage': { list, size: list.length, last_notify: 0 },
  'schedule.coverageSums': { no_backup: 0, late: 1, no_schedule: 2, waits: 0, in_time: 1 },
  'schedule.list': { list: [schedule], size: 1, last_notify: 0 },
  'schedule.get': schedule,
}
const open = async () => {
  const staged = stage(() => <CoveragePage />, answers)
  await settle()
  return staged
}
const cells = (name: string) => screen.getByRole('row', { name: new RegExp(name) }).textContent
const choose = async (field: HTMLElement) => {
  fireEvent.click(field)
  fireEvent.click(await screen.findByRole('option', { name: /^Evening/ }))
  await settle()
}

it('says why each VM is not protected, and nothing of one that is', async () => {
  await open()
  expect(cells('free')).toContain('No schedule backs it up')
  expect(cells('off')).toContain('Nightly is disabled')
  expect(cells('gone')).toContain('vault cannot be used: No answer')
  expect(cells('fine')).toContain('In time')
  expect(cells('fine')).not.toMatch(/Nightly|vault|schedule/)
})

it('says how many are protected, and how the others are', async () => {
  await open()
  const bar = screen.getByText('1 of 4 VMs protected').closest('figure')
  expect(bar?.textContent).toMatch(/In time 1.*In no schedule 2.*Older than promised 1/)
  expect(bar?.textContent).not.toContain('No good backup')
})

it('adds a VM to a schedule, having said what that does, and leads to what is in the way', async () => {
  const { sent } = await open()
  fireEvent.click(within(screen.getByRole('row', { name: /gone/ })).getByRole('button', { name: /gone/ }))
  const way = await screen.findByRole('menuitem', { name: 'Open schedule' })
  expect(way.getAttribute('href')).toBe('/schedules/9')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to a schedule' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add gone to a schedule' })
  await choose(within(dialog).getByRole('combobox'))
  for (const words of ['Saturday at 21:45, Europe/Berlin', 'Second, First', '7 days, 6 months', 'It is disabled'])
    expect(dialog.textContent).toContain(words)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  await settle()
  expect(sent).toMatchObject([
    { path: 'vm.schedule.edit', input: { params: { schedule_id: 72 }, body: { hosts: [4, 8, 3] }, if_match: 5 } },
  ])
})

it('adds the chosen VMs in one change, each once', async () => {
  const { sent } = await open()
  for (const name of ['free', 'fine']) {
    const { getByRole } = within(screen.getByRole('row', { name: new RegExp(name) }))
    fireEvent.click(getByRole('checkbox'))
  }
  const bar = await screen.findByRole('region', { name: /action/i })
  fireEvent.click(within(bar).getByRole('button', { name: 'Add to a schedule' }))
  await settle()
  fireEvent.click(within(bar).getByRole('button', { name: 'Add 2 VMs to a schedule' }))
  await settle()
  expect(bar.textContent).toContain('Choose a schedule')
  expect(sent).toEqual([])
  await choose(await within(bar).findByRole('combobox'))
  expect(bar.textContent).toContain('Saturday at 21:45')
  fireEvent.click(within(bar).getByRole('button', { name: 'Add 2 VMs to a schedule' }))
  await settle()
  expect(sent).toMatchObject([{ path: 'vm.schedule.edit', input: { body: { hosts: [4, 8, 1] }, if_match: 5 } }])
})
