import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filtersFromText, filtersToText } from './filter-text.ts'
import { operators } from './filters.ts'

describe('filters in the address', () => {
  it('reads well', () =>
    expect(
      filtersToText([
        { field: 'state', op: 'is', values: ['running', 'stopped'] },
        { field: 'ram_mib', op: 'atMost', values: ['131072'] },
      ]),
    ).toBe('state:is:running,stopped;ram_mib:atMost:131072'))

  it('keeps colons of addresses', () =>
    expect(filtersFromText('address:is:2001:db8::1')).toEqual([
      { field: 'address', op: 'is', values: ['2001:db8::1'] },
    ]))

  it('leaves out what is no filter', () =>
    expect(filtersFromText('x;name:drops:1;Name:is:1;:is:;state:empty:')).toEqual([
      { field: 'state', op: 'empty', values: [] },
    ]))

  it('comes back as it went', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            field: fc.constantFrom('name', 'cluster.id', 'ram_mib'),
            op: fc.constantFrom(...operators),
            values: fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }),
          }),
        ),
        (filters) => {
          expect(filtersFromText(filtersToText(filters))).toEqual(filters)
        },
      ),
    ))
})
