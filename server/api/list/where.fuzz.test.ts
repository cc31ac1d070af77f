import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PanelError } from '../../domain/shared/errors.ts'
import { parseWhere } from '../../domain/where/parse.ts'
import { owner, testList } from './fixture.ts'
import { filters, renderFilter } from './fixture-where.ts'
import { parseLimit } from './limit.ts'
import { parseOrderby } from './orderby.ts'
import { readQuery } from './query-string.ts'
import { render } from './sql.ts'
import { pageStatement } from './statement.ts'

/** Inputs of a whole run; FUZZ=1000000 for the long one. */
const RUNS = Number(process.env.FUZZ ?? 50_000)

/** Text that holds nothing of a client: what the statement may consist of. */
const actor = owner(1)
const constants = (where: string) =>
  render(pageStatement({ list: testList, actor, query: { where }, inline: 1000 })).text

const pieces = [
  '(',
  ')',
  ',',
  "'",
  '"',
  "''",
  ' ',
  '+',
  '%',
  '\\',
  '\0',
  '\u007f',
  '\u00a0',
  '\ud800',
  '😀',
  ';',
  '--',
  '/*',
  '$1',
  '=',
  '.',
  '1e999',
  '-0',
  'AND',
  'or',
  'NOT',
  'IN',
  'IS',
  'NULL',
  'EQ',
  'cp',
  'LT',
  'id',
  'name',
  'account.id',
  'node.secret',
  'tag',
  'roles',
  '__proto__',
]

/** Filters of the grammar, most of them broken in a few places: characters dropped, doubled, swapped, replaced, cut off. */
const broken = fc
  .record({
    filter: filters,
    flip: fc.nat(255),
    cuts: fc.array(fc.record({ at: fc.nat(400), drop: fc.nat(3), put: fc.constantFrom('', '', ...pieces) }), {
      maxLength: 4,
    }),
  })
  .map(({ filter, flip, cuts }) => {
    let text = renderFilter(filter, flip)
    for (const { at, drop, put } of cuts) {
      const place = at % (text.length + 1)
      text = text.slice(0, place) + put + text.slice(place + drop)
    }
    return text
  })
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(' '))
const glued = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''))
const giant = fc
  .record({
    piece: fc.constantFrom(
      '(',
      'NOT ',
      "'",
      "''",
      'id EQ 1 OR ',
      'a.',
      'id IN (1,',
      '((id EQ 1) AND ',
      "tag CP '%a%' AND ",
    ),
    times: fc.nat(12_000),
    end: fc.constantFrom('', 'id EQ 1', ')'),
  })
  .map(({ piece, times, end }) => piece.repeat(times) + end)

const inputs = fc.oneof(
  { weight: 60, arbitrary: broken },
  { weight: 15, arbitrary: soup },
  { weight: 15, arbitrary: glued },
  { weight: 9, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 1, arbitrary: giant },
)

const tolerate = (run: () => void): boolean => {
  try {
    run()
    return true
  } catch (thrown) {
    if (!(thrown instanceof PanelError) || thrown.code !== 'invalid_query') throw thrown
    expect(thrown.message).toMatch(/^(where|orderby|limit): .* at position \d+$/s)
    expect(thrown.message.length).toBeLessThan(300)
    return false
  }
}

describe(`of ${RUNS} texts`, () => {
  it('each is a filter or an error with a position', { timeout: RUNS + 60_000 }, () => {
    let accepted = 0
    fc.assert(
      fc.property(inputs, (text) => {
        accepted += Number(tolerate(() => constants(text)))
      }),
      { numRuns: RUNS },
    )
    expect(accepted).toBeGreaterThan(RUNS / 20)
    expect(accepted).toBeLessThan(RUNS)
    console.info(`${RUNS} texts, ${accepted} of them filters`)
  })

  it('none ends in orderby, limit or the query string otherwise', { timeout: RUNS + 60_000 }, () => {
    fc.assert(
      fc.property(inputs, (text) => {
        tolerate(() => parseOrderby(text))
        tolerate(() => parseLimit(text))
        readQuery(`/list?where=${text}`)
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    )
  })
})

describe('whatever the values', () => {
  it('the SQL is the same: they are parameters only', () => {
    const places = fc.tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }))
    const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
    const text = (one: string, other: string) =>
      `name EQ ${quote(one)} AND (comment CP ${quote(other)} OR roles NE ${quote(one)})`
    const wanted = constants(text('a', 'b'))
    fc.assert(
      fc.property(places, ([one, other]) => {
        if (one.includes('\0') || other.includes('\0')) return
        expect(constants(text(one, other))).toBe(wanted)
      }),
      { numRuns: 2000 },
    )
  })

  it('what has no end is refused', () => {
    const many = Array.from({ length: 800 }, () => 'id EQ 1')
      .join(' OR ')
      .slice(0, 8190)
    expect(tolerate(() => constants(many))).toBe(false)
    expect(tolerate(() => parseWhere('x'.repeat(1_000_000)))).toBe(false)
    expect(tolerate(() => parseWhere('('.repeat(10_000)))).toBe(false)
  })
})
