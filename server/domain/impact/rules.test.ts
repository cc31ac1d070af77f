import { describe, expect, it } from 'vitest'
import { type Loss, verdictOf, worstFirst } from './rules.ts'

const nothing: Loss = { inside: false, power_lost: 0, power_left: 0, links_lost: 0, links_left: 0 }

describe('what becomes of a server', () => {
  it.each([
    ['nothing, when it loses nothing', {}, null],
    ['it goes dark with its only feed', { power_lost: 1 }, 'dark'],
    ['it goes dark when both feeds hang on what fails', { power_lost: 2, links_left: 2 }, 'dark'],
    ['it stays with less on a second feed elsewhere', { power_lost: 1, power_left: 1 }, 'less'],
    ['it is cut off with its only link', { links_lost: 1, power_left: 2 }, 'cut'],
    ['it stays with less on a second link elsewhere', { links_lost: 1, links_left: 1 }, 'less'],
    ['it is dark rather than cut off', { power_lost: 1, links_lost: 1 }, 'dark'],
    ['it is cut off though a feed is left', { power_lost: 1, power_left: 1, links_lost: 1 }, 'cut'],
    ['it goes dark with the rack it stands in', { inside: true, power_left: 2, links_left: 2 }, 'dark'],
  ] as const)('%s', (_, loss, verdict) => {
    expect(verdictOf({ ...nothing, ...loss })).toBe(verdict)
  })

  it('is sorted by severity, with numbers in names compared as numbers', () => {
    const list = [
      { name: 'a', verdict: 'less' },
      { name: 'web-10', verdict: 'dark' },
      { name: 'web-9', verdict: 'dark' },
      { name: 'b', verdict: 'cut' },
    ] as const
    expect([...list].sort(worstFirst).map(({ name }) => name)).toEqual(['web-9', 'web-10', 'b', 'a'])
  })
})
