import { describe, expect, it } from 'vitest'
import { besideField, fieldOf, namesOf } from './submit-error.ts'

const fields = ['name', 'cluster', 'disk.size_mib', 'disks']

describe('fieldOf', () => {
  it.each([
    ['name', 'name'],
    ['disk.size_mib', 'disk.size_mib'],
    ['size_mib', 'disk.size_mib'],
    ['disks.0.size', 'disks'],
    ['41', undefined],
    ['', undefined],
  ])('%s', (value, wanted) => expect(fieldOf({ message: 'No', value }, fields)).toBe(wanted))

  it('belongs to no field when the server names none', () => expect(fieldOf({ message: 'No' }, fields)).toBeUndefined())
})

describe('namesOf', () => {
  it('finds nested ones and leaves the root out', () =>
    expect(
      namesOf({
        root: { message: 'x' },
        name: { type: 'too_small', message: 'Short' },
        disk: { size_mib: { type: 'too_big', message: 'Large' } },
      }),
    ).toEqual(['name', 'disk.size_mib']))
})

describe('besideField', () => {
  it('leaves out the name of the field, because it is shown beside it', () =>
    expect(besideField({ message: 'ssh_pub_key: No key', value: 'ssh_pub_key' })).toBe('No key'))
  it('keeps other words with a colon', () =>
    expect(besideField({ message: 'Pool a: full', value: 'ippools' })).toBe('Pool a: full'))
})
