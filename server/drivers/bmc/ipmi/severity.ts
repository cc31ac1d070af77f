import type { SelEntry } from '../../../protocols/ipmi/commands/sel.ts'
import type { BmcEvent } from '../types.ts'

type Severity = BmcEvent['severity']

/** Offsets of states that are bad, by sensor type (IPMI 2.0, table 42-3); all others are notes. */
const ofType: Record<number, { warning?: readonly number[]; critical?: readonly number[] }> = {
  5: { warning: [0, 1, 2, 3, 4, 6] },
  7: { warning: [10, 12], critical: [0, 1, 2, 3, 4, 5, 6, 11] },
  8: { warning: [2, 4, 5, 6], critical: [1, 3] },
  9: { warning: [7], critical: [2, 3, 4, 5, 6] },
  12: { warning: [0, 5, 9], critical: [1, 2, 3, 7, 10] },
  13: { warning: [2, 5, 8], critical: [1, 6] },
  15: { critical: [0, 1] },
  16: { warning: [3, 4, 5] },
  19: { warning: [7, 11], critical: [1, 2, 4, 5, 6, 8, 9, 10] },
  30: { warning: [0, 1, 2, 3, 4] },
  32: { critical: [0, 1] },
  35: { warning: [0], critical: [1, 2, 3] },
  40: { warning: [0, 1], critical: [2, 3, 4, 5] },
  41: { warning: [0], critical: [1] },
  43: { warning: [2, 3, 4, 5, 6] },
}

/** How bad an entry of the event log is, by the tables of its specification; what is over is no longer bad. */
export function severityOf(event: SelEntry['event']): Severity {
  if (!event?.asserted) return 'ok'
  const { eventType, sensorType, offset } = event
  // Thresholds come in pairs, of which the outer two are critical.
  if (eventType === 0x01) return [0, 1, 6, 7].includes(offset) ? 'warning' : 'critical'
  if (eventType === 0x07) return [1, 4].includes(offset) ? 'warning' : [2, 3, 5, 6].includes(offset) ? 'critical' : 'ok'
  if (eventType === 0x04 || eventType === 0x05) return offset === 1 ? 'warning' : 'ok'
  if (eventType === 0x0b) return offset === 0 ? 'ok' : offset === 5 ? 'critical' : 'warning'
  if (eventType !== 0x6f) return 'ok'
  const bad = ofType[sensorType]
  return bad?.critical?.includes(offset) ? 'critical' : bad?.warning?.includes(offset) ? 'warning' : 'ok'
}
