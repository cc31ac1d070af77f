import { describe, expect, it } from 'vitest'
import { filterOf, filterRule, filterText } from './host-filter.ts'

const stored = [
  { entity: 'cpu_number' as const, expression: 'GE 4' },
  { entity: 'complex' as const, expression: "os_tag EQ 'debian'\n  OR ram_mib GT 2048" },
  { entity: 'complex' as const, expression: '' },
]

describe('a filter as text', () => {
  it('has a line for each condition, in full', () =>
    expect(filterText(stored)).toBe("cpu_number GE 4\nos_tag EQ 'debian' OR ram_mib GT 2048"))

  it('keeps what was not changed as it was written', () => {
    expect(filterOf(filterText(stored), stored)).toEqual(stored.slice(0, 2))
    expect(filterOf('  cpu_number GE 8 \n\n', stored)).toEqual([{ entity: 'complex', expression: 'cpu_number GE 8' }])
    expect(filterOf(' \n', null)).toEqual([])
  })

  it('names the line that cannot be read', () => {
    const rule = filterRule((line, fault) => `${line}: ${fault}`)
    expect(rule.safeParse('cpu_number GE 4\n\nram_mib LE 4096').success).toBe(true)
    expect(rule.safeParse('cpu_number GE 4\ncolour EQ 1').error?.issues[0]?.message).toMatch(/^2: colour is not os_tag/)
  })
})
