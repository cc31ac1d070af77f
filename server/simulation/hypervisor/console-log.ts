import { cleanLog } from '../../drivers/hypervisor/linux/clean-log.ts'
import { bootLines, shutdownLines } from './guest/boot.ts'
import { guestFacts } from './guests.ts'
import { type DummyDomain, isGoingDown, type NodeState } from './state.ts'

/** Runs of a guest that its log goes back. */
const MOST = 4
const panic = [
  'Kernel panic - not syncing: Fatal exception in interrupt',
  'CPU: 0 PID: 0 Comm: swapper/0 Not tainted 6.12.41-amd64',
  '---[ end Kernel panic - not syncing: Fatal exception in interrupt ]---',
]

/** Notes that a guest starts. */
export const logStart = (domain: DummyDomain): void => {
  domain.runs = [...(domain.runs ?? []), 'on' as const].slice(-MOST)
}

/** Notes how the present run of a guest ends. */
export const logEnd = (domain: DummyDomain, how: 'stopped' | 'crashed'): void => {
  // Without power nothing is written any more.
  const end = how === 'crashed' ? 'panic' : isGoingDown(domain) ? 'down' : 'cut'
  domain.runs = [...(domain.runs ?? []).slice(0, -1), end]
}

/** What a guest has written to its serial port, from how its runs began and ended: texts of all would swell the state. */
export const consoleText = (domain: DummyDomain, state: NodeState): string | null => {
  if (!domain.runs) return null
  const facts = guestFacts(domain, state)
  const boot = [...bootLines(facts).map(({ text }) => text), `${facts.hostname} login: `]
  const ends = { on: [], cut: [], down: shutdownLines(facts).map(({ text }) => text), panic }
  return cleanLog(domain.runs.flatMap((end) => [...boot, ...ends[end], '']).join('\n'))
}
