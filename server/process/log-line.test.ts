import { expect, it } from 'vitest'
import { terminalLine } from './log-line.ts'

const line = (more: object) =>
  terminalLine(JSON.stringify({ level: 40, time: Date.UTC(2026, 0, 2, 3, 4, 5), ...more }), false)

it('is short, and says what happened and why', () => {
  const text = line({ msg: 'the node went away', node: 3, err: { message: 'connect ECONNREFUSED', stack: 'at …' } })
  expect(text).toMatch(/^\d\d:04:05 warning {2}the node went away: connect ECONNREFUSED {2}\(node=3\)\n$/)
})

it('lets nothing that was heard steer the terminal', () => {
  const text = line({ msg: 'said \u001b]0;gotcha\u0007\u001b[2J', name: 'a\nb\u009b31m' })
  expect(text).toMatch(/ warning {2}said {2}\]0;gotcha \[2J {2}\(name=a b 31m\)\n$/)
})
