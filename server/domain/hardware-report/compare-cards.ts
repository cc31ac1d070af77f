import type { HardwareReport } from '../operation/report.ts'
import type { Difference } from './difference.ts'
import { hasOtherFirmware } from './parts.ts'

type Card = HardwareReport['nics'][number]
type Change = Pick<Difference, 'kind' | 'level'> & { from: string | null; to: string | null }

const speedWords = (mbit: number | null) => (mbit === null ? null : `${mbit} Mbit/s`)

/** The other end of a cable in words; null when nothing was heard. */
const neighbourWords = ({ lldp }: Card): string | null =>
  lldp ? [lldp.system || lldp.chassis, lldp.port].filter(Boolean).join(' ') : null

function changesOf(was: Card, is: Card): Change[] {
  const changes: Change[] = []
  if (was.link && !is.link) changes.push({ kind: 'link_lost', level: 'warn', from: neighbourWords(was), to: null })
  if (is.link && is.speed !== null && was.speed !== null && is.speed < was.speed)
    changes.push({ kind: 'link_slower', level: 'warn', from: speedWords(was.speed), to: speedWords(is.speed) })
  const [from, to] = [neighbourWords(was), neighbourWords(is)]
  // Silence is no move: switches announce themselves each half minute, and a report may be quicker.
  if (from !== null && to !== null && from !== to) changes.push({ kind: 'neighbour_moved', level: 'warn', from, to })
  if (hasOtherFirmware(was, is))
    changes.push({ kind: 'card_firmware', level: 'info', from: was.firmware ?? null, to: is.firmware ?? null })
  return changes
}

/** Network cards by MAC address, with what is at the other end of their cables. */
export function compareCards(
  before: readonly Card[],
  now: readonly Card[],
): { differences: Difference[]; same: number } {
  const differences: Difference[] = []
  const note = (card: Card, change: Change) =>
    differences.push({ ...change, part: card.mac.toLowerCase(), about: card.name })
  const left = new Map(before.map((card) => [card.mac.toLowerCase(), card]))
  let same = 0
  for (const is of now) {
    const was = left.get(is.mac.toLowerCase())
    left.delete(is.mac.toLowerCase())
    const changes: Change[] = was ? changesOf(was, is) : [{ kind: 'card_new', level: 'info', from: null, to: null }]
    for (const change of changes) note(is, change)
    if (changes.length === 0) same++
  }
  for (const was of left.values())
    note(was, { kind: 'card_missing', level: 'fault', from: neighbourWords(was), to: null })
  return { differences, same }
}
