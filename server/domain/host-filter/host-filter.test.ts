import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FilterFacts, unmet } from './evaluate.ts'
import { like } from './like.ts'
import type { FilterEntity } from './read.ts'
import { hostFilter } from './schema.ts'

const vm: FilterFacts = {
  os_tag: ['debian', 'x86'],
  cluster: 3,
  preset: null,
  cpu_number: 4,
  ram_mib: 2048,
  hdd_gib: 20.5,
}
const met = (entity: FilterEntity, expression: string, facts = vm) => unmet([{ entity, expression }], facts) === null

describe('a filter of VMs', () => {
  it.each<[FilterEntity, string]>([
    ['cpu_number', 'cpu_number GE 4'],
    ['cpu_number', 'GE 4'],
    ['cpu_number', '4'],
    ['cpu_number', 'IN (2, 4)'],
    ['cpu_number', 'not in (1, 2)'],
    ['ram_mib', 'ram_mib GT 1024 AND ram_mib LT 4096'],
    ['hdd_gib', 'GE 20.5'],
    ['cluster', 'IN (1, 3)'],
    ['preset', 'IS NULL'],
    ['os_tag', 'debian'],
    ['os_tag', "'debian'"],
    ['os_tag', "CP 'DEB%'"],
    ['os_tag', "NOT os_tag EQ 'windows'"],
    ['complex', "(os_tag EQ 'debian' AND cpu_number LE 4) OR ram_mib GT 65536"],
    ['complex', ''],
  ])('%s: %s holds', (entity, expression) => expect(met(entity, expression)).toBe(true))

  it.each<[FilterEntity, string]>([
    ['cpu_number', 'GT 4'],
    ['cpu_number', '40'],
    ['ram_mib', 'ram_mib GT 1024 AND ram_mib LT 2048'],
    ['hdd_gib', 'LT 20.5'],
    ['preset', '1'],
    ['preset', 'NOT IN (1) AND preset IS NOT NULL'],
    ['os_tag', 'windows'],
    ['os_tag', "NOT os_tag EQ 'debian'"],
    ['complex', "os_tag EQ 'debian' AND NOT cpu_number EQ 4"],
  ])('%s: %s does not hold, and is said in full', (entity, expression) => {
    const said = unmet(
      [
        { entity: 'complex', expression: 'cpu_number GE 1' },
        { entity, expression },
      ],
      vm,
    )
    expect(said).toContain(expression.replace(/^.* /, ''))
    if (entity !== 'complex') expect(said).toContain(entity)
  })

  it('passes over what depends on a system that is not chosen yet, and nothing else', () => {
    const unknown = { ...vm, os_tag: undefined }
    expect(met('os_tag', 'windows', unknown)).toBe(true)
    expect(met('complex', "os_tag EQ 'windows' OR cpu_number EQ 9", unknown)).toBe(true)
    expect(met('complex', "os_tag EQ 'windows' AND cpu_number EQ 9", unknown)).toBe(false)
  })

  it('is met by no VM when it cannot be read', () => {
    expect(met('complex', 'cpu_number ===')).toBe(false)
    expect(met('cpu_number', 'ram_mib GE 1')).toBe(false)
  })
})

describe('writing a filter', () => {
  const fault = (item: object) => hostFilter.safeParse([item]).error?.issues[0]

  it.each([
    [{ entity: 'cpu_number', expression: 'cpu_number GE' }, /expected a value, found the end at position 14/],
    [{ entity: 'cpu_number', expression: 'ram_mib GE 1' }, /ram_mib is not cpu_number, at position 1/],
    [{ entity: 'complex', expression: 'cpu_number GE 1 AND host EQ 2' }, /host is not os_tag, .*, at position 21/],
    [
      { entity: 'ram_mib', expression: "ram_mib GE 'much'" },
      /compared with much, which is not a number, at position 1/,
    ],
    [{ entity: 'ram_mib', expression: 'GE 1e999' }, /not a number/],
    [{ entity: 'complex', expression: "os_tag EQ 'x" }, /never closed/],
    [{ entity: 'complex', expression: '('.repeat(100) }, /nested deeper than 64/],
    [{ entity: 'complex', expression: '1; process.exit()' }, /position 1/],
    [{ entity: 'complex', expression: '__proto__ EQ 1' }, /__proto__ is not/],
    [{ entity: 'complex', expression: 'x'.repeat(2001) }, /at most 2000/],
  ])('%j names the field and the position', (item, words) =>
    expect(fault(item)).toMatchObject({ path: [0, 'expression'], message: expect.stringMatching(words) }),
  )

  it('accepts filters without conditions', () => {
    for (const filter of [[], [{}], [{ entity: 'complex' }], [{ entity: 'os_tag', expression: '' }]])
      expect(hostFilter.safeParse(filter).success).toBe(true)
    expect(hostFilter.safeParse(Array(33).fill({})).success).toBe(false)
  })

  it('never ends in anything but an answer, whatever is written, and soon', () => {
    const entity = fc.constantFrom<FilterEntity>('os_tag', 'cpu_number', 'complex')
    const words = fc.constantFrom('os_tag', 'cpu_number', 'CP', 'EQ', "'%a%'", '(', ')', 'AND', 'NOT', 'IN', '4', '"')
    const expression = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(entity, expression, (one, text) => {
        const answer = unmet([{ entity: one, expression: text }], vm)
        expect(answer === null || typeof answer === 'string').toBe(true)
        if (!hostFilter.safeParse([{ entity: one, expression: text }]).success) expect(answer).not.toBeNull()
      }),
      { numRuns: 2000 },
    )
  })
})

describe('LIKE', () => {
  it.each<[string, string, boolean]>([
    ['debian', 'DEB%', true],
    ['debian', '%b_a%', true],
    ['debian', '%', true],
    ['debian', 'debia', false],
    ['', '%', true],
    ['', '_', false],
    ['a.c', 'a_c', true],
    ['abc', 'a.c', false],
  ])('%s as %s: %s', (text, mask, expected) => expect(like(text, mask)).toBe(expected))

  // A cost beyond the product of the lengths would never end.
  it('ends for masks that match in many ways', () => {
    expect(like('a'.repeat(2000), `${'%a'.repeat(900)}%b`)).toBe(false)
  })
})
