import { expect, it } from 'vitest'
import { someDisk, someReport } from '../hardware-report/report-fixture.ts'
import { canonical } from './certificate.ts'
import { drivesOf, resultOf } from './drives.ts'

const time = { started: '2026-09-04T02:14:08Z', ended: '2026-09-04T08:51:30Z' }
const cleared = (serial: string, more: object = {}) => ({
  ...{
    model: 'as it says',
    serial,
    wwn: '',
    method: 'overwrite',
    tried: ['nvme_format', 'overwrite'],
    ...time,
    samples: 64,
  },
  ok: true,
  ...more,
})
const report = someReport({
  disks: [someDisk('A', { wwn: '0x5000c500a1b2c3d4' }), someDisk('', { wwn: '0x5000c500a1b2c3d5' }), someDisk('')],
})
const results = (list: Parameters<typeof drivesOf>[1], meant: string[] = []) =>
  drivesOf(report, list, meant).map(({ result }) => result)

it('says of a drive what the live system said of that very one', () => {
  const [a] = drivesOf(report, [cleared('A')], ['A'])
  expect(a).toEqual({
    ...{ model: 'PM893', serial: 'A', wwn: '0x5000c500a1b2c3d4', bytes: 3_840_755_982_336, method: 'overwrite' },
    ...{ tried: ['nvme_format', 'overwrite'], samples: 64, result: 'erased' },
    ...{ started: '2026-09-04T02:14:08.000Z', ended: '2026-09-04T08:51:30.000Z' },
  })
  expect(results([cleared('A'), cleared('', { wwn: '0x5000c500a1b2c3d5' })])).toEqual(['erased', 'erased', 'left'])
})

it.each([
  ['another serial number', [cleared('B')]],
  ['a failure', [cleared('A', { ok: false })]],
  ['no samples', [cleared('A', { samples: 0 })]],
  ['a method that nobody knows', [cleared('A', { method: 'magnet' })]],
  ['two entries of the same drive', [cleared('A'), cleared('A')]],
  ['nothing', []],
  ['only another drive without a serial number', [cleared('')]],
])('certifies no drive by %s', (_, list) => {
  const [a] = drivesOf(report, list, ['A'])
  expect(a).toMatchObject({ result: 'failed', method: null })
})

it('certifies neither of two drives with one name', () => {
  const twins = someReport({ disks: [someDisk('TWIN'), someDisk('TWIN')] })
  expect(drivesOf(twins, [cleared('TWIN')], []).map(({ result }) => result)).toEqual(['failed', 'failed'])
})

it('takes no text for a time that is none', () => {
  const [a] = drivesOf(report, [cleared('A', { started: 'yesterday', ended: '2026-99-99T00:00:00Z' })], ['A'])
  expect(a).toMatchObject({ started: null, ended: null })
})

it('is a success only of all drives, at a good end', () => {
  const of = (...list: ('erased' | 'failed' | 'left')[]) => list.map((result) => ({ result }))
  expect(resultOf(of('erased', 'erased'), true)).toBe('erased')
  expect(resultOf(of('erased', 'erased'), false)).toBe('partly')
  expect(resultOf(of('erased', 'failed'), true)).toBe('partly')
  expect(resultOf(of('erased', 'left'), true)).toBe('partly')
  expect(resultOf(of('failed'), true)).toBe('failed')
  expect(resultOf([], true)).toBe('failed')
})

it('has one text, whatever the order of names', () => {
  expect(canonical({ b: [{ z: 1, a: null }], a: 'x' })).toBe('{"a":"x","b":[{"a":null,"z":1}]}')
  expect(canonical(JSON.parse(canonical({ b: 2, a: { d: 1, c: 2 } })))).toBe('{"a":{"c":2,"d":1},"b":2}')
})
