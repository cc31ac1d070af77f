import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Problem } from '../../server/domain/problem/record.ts'
import { clear, settle, stage } from '../checks/forms/stage.tsx'
import { ProblemStep, problemHref } from './problem-step.tsx'

afterEach(clear)

const problem = (some: Partial<Problem>): Problem => ({
  kind: 'host',
  severity: 'warning',
  entity: 'host',
  id: 7,
  name: 'web-1',
  state: null,
  task_name: null,
  cause: null,
  step: null,
  part: null,
  location: null,
  rack: null,
  share: null,
  figure: null,
  hosts: 0,
  since: null,
  ...some,
})

it.each([
  ['backup_fills', 'backup_location', 'Open location', '/backup-locations/7'],
  ['backup_round', 'backup_location', 'Open location', '/backup-locations/7'],
  ['backup_damaged', 'backup_location', 'Open backups', '/backup-locations/7?tab=backups'],
  ['backup_round', 'node', 'Open node', '/nodes/7'],
  ['backup_damaged', 'node', 'Open node', '/nodes/7'],
  ['backup_missing', 'host', 'Open backups', '/hosts/7?tab=backups'],
  ['backup_none', 'host', 'Open backups', '/hosts/7?tab=backups'],
  ['backup_late', 'host', 'Open backups', '/hosts/7?tab=backups'],
  ['rehearsal_failed', 'host', 'Open rehearsals', '/rehearsals?q=web-1'],
  ['rehearsal_late', 'host', 'Open rehearsals', '/rehearsals?q=web-1'],
  ['schedule', 'schedule', 'Open schedule', '/schedules/7'],
  ['storage_fills', 'storage', 'Open storage', '/storages/7'],
] as const)('a problem %s leads to where it is mended', (kind, entity, label, href) => {
  stage(() => <ProblemStep problem={problem({ kind, entity })} />)
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(href)
})

it('a backup location that is away is checked again, and its name leads to its page', async () => {
  const away = problem({ kind: 'backup_location', entity: 'backup_location', state: 'unreachable' })
  const { sent } = stage(() => <ProblemStep problem={away} />)
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await settle()
  expect(sent).toMatchObject([{ path: 'vm.backupLocation.check', input: { params: { location_id: 7 } } }])
  expect(problemHref(away)).toBe('/backup-locations/7')
})
