import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { backupRow } from '../../../server/domain/backup/schema.ts'
import { sampleOf } from '../../checks/forms/sample.ts'
import { clear, stage } from '../../checks/forms/stage.tsx'
import { BackupTable, verifiedAt } from './backup-table.tsx'

afterEach(clear)

const sample = sampleOf(backupRow, { state: 'active', fault: null, made_at: '2026-11-18T02:00:00Z', comment: null })
const [copy] = sample.copies
const of = (id: number, name: string, run_id: string, ...verified: (string | null)[]) => ({
  ...{ ...sample, id, name, run_id },
  copies: verified.flatMap((verified_at) => (copy ? [{ ...copy, fault: null, verified_at }] : [])),
})

it('says when each was verified and rehearsed, and nothing of one that was not', () => {
  const list = [of(1, 'good', 'a', null, '2026-11-19T05:00:00Z'), of(2, 'plain', 'b', null)]
  const passed = { id: 40, run_id: 'a', ended_at: '2026-11-19T06:00:00Z', date_create: '2026-11-19T05:30:00Z' }
  stage(() => <BackupTable backups={list} rehearsed={new Map([['a', passed]])} entries={() => []} />)
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '')
  const cell = (row: string, head: string) =>
    within(screen.getByRole('row', { name: new RegExp(row) })).getAllByRole('cell')[heads.indexOf(head)]
  expect(cell('good', 'Rehearsed')?.querySelector('a')?.getAttribute('href')).toBe('/rehearsals/40')
  expect(cell('good', 'Verified')?.querySelector('time')?.getAttribute('datetime')).toContain('2026-11-19T05:00')
  expect([cell('plain', 'Verified')?.textContent, cell('plain', 'Rehearsed')?.textContent]).toEqual(['-', '-'])
})

it('the last reading of any copy counts', () => {
  expect(verifiedAt(of(1, 'x', 'a', '2026-11-18T05:00:00Z', '2026-11-19T05:00:00Z', null))).toBe('2026-11-19T05:00:00Z')
  expect(verifiedAt(of(1, 'x', 'a'))).toBeNull()
  // One that was found damaged was read again too.
  const bad = of(1, 'x', 'a', '2026-11-18T05:00:00Z')
  expect(verifiedAt({ copies: bad.copies.map((one) => ({ ...one, fault: 'A piece differs' })) })).toBeNull()
})
