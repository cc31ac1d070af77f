import { expect, it } from 'vitest'
import { someModule } from '../../server/domain/hardware-report/report-fixture.ts'
import { slotsOf } from './memory.ts'

const missing = (part: string) =>
  ({ kind: 'module_missing', level: 'fault', part, about: '32 GiB', from: part, to: null }) as const
const shown = (...given: Parameters<typeof slotsOf>) =>
  slotsOf(...given).map((group) => group.map(({ short, missing }) => (missing ? `(${short})` : short)).join(' '))
const words = (mib: number) => `${mib}`

it('draws modules by slot, and one that is missing in its place', () => {
  const modules = ['B1', 'A10', 'A2', 'A1'].map((slot) => someModule(slot, slot))
  expect(shown(modules, [missing('A6')], words)).toEqual(['A1 A2 (A6) A10', 'B1'])
})

it('shortens what makers call slots', () => {
  const modules = ['P1-DIMMA1', 'DIMM_B2', 'DIMM 3', 'ChannelA-DIMM0', ''].map((slot) => someModule(slot, slot))
  expect(shown(modules, [], words).sort()).toEqual(['', '3', 'A1', 'B2', 'M0'])
})

it('draws a slot once where another module is in it', () => {
  expect(shown([someModule('A1', 'NEW')], [missing('A1')], words)).toEqual(['A1'])
})
