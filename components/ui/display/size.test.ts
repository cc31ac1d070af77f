import { expect, it } from 'vitest'
import { inUnit, unitFor } from './size.ts'

it('keeps small sizes in MiB', () => expect(unitFor(256)).toBe('MiB'))
it('shows memory in GiB', () => expect(unitFor(131_072)).toBe('GiB'))
it('shows storages in TiB only when they are large', () => {
  expect(unitFor(2 * 1024 * 1024)).toBe('GiB')
  expect(unitFor(40 * 1024 * 1024)).toBe('TiB')
})
it('converts', () => expect(inUnit(1536, 'GiB')).toBe(1.5))
