import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Rehearsal, rehearsalRecord } from '../../../server/domain/rehearsal/schema.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, settle, stage } from '../../checks/forms/stage.tsx'
import { RehearsalPage } from './rehearsal-page.tsx'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {}, replace() {}, refresh() {}, back() {} }),
  usePathname: () => '/',
  useSearchParams: () => new URLSearchParams(),
}))
afterEach(clear)

const open = async (given: Partial<Rehearsal>) => {
  const rehearsal = sampleOf(rehearsalRecord, {
    state: 'failed',
    reason: null,
    has_picture: false,
    backup: 31,
    ...given,
  })
  const { sent } = stage(() => <RehearsalPage id={5} />, { 'rehearsal.get': rehearsal })
  await settle()
  fireEvent.click(await screen.findByRole('button', { name: /Rehearse again/ }))
  await settle()
  return sent
}

it('begins another rehearsal of the same backup', async () => {
  expect(await open({})).toMatchObject([{ path: 'vm.rehearsal.start', input: { params: { backup_id: 31 }, body: {} } }])
})

it('begins none of a backup that is gone, nor while it is under way', async () => {
  expect(await open({ backup: null })).toEqual([])
  clear()
  expect(await open({ state: 'running' })).toEqual([])
})
