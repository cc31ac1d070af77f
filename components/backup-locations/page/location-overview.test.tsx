import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { backupLocationRecord, locationUse } from '../../../server/domain/backup-location/schema.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, settle, stage } from '../../checks/forms/stage.tsx'
import { LocationOverview } from './location-overview.tsx'

afterEach(clear)

it('shows its growth over the period that is chosen, three months at first', async () => {
  const asked: number[] = []
  const use = (input: { query: { days: number } }) => {
    asked.push(input.query.days)
    return { ...sampleOf(locationUse), list: [] }
  }
  const location = sampleOf(backupLocationRecord, { growth_mib_per_day: null, round: null })
  const none = { list: [], size: 0, last_notify: 0 }
  stage(() => <LocationOverview location={location} />, { 'backupLocation.use': use, 'backupLocation.hosts': none })
  await settle()
  expect(screen.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: '1 year' }))
  await settle()
  expect(screen.getByRole('button', { name: '1 year' }).getAttribute('aria-pressed')).toBe('true')
  expect(asked).toEqual([90, 365])
})
