import { z } from 'zod'
import { joined, quote, type Text } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { answerOf } from './answers.ts'

const health = z.object({
  checks: z.record(
    z.string(),
    z.object({ summary: z.object({ message: z.string() }), muted: z.boolean().optional() }).loose(),
  ),
})

/** What stops reading or writing. */
const STOPS: ReadonlySet<string> = new Set(['OSD_FULL', 'POOL_FULL', 'PG_AVAILABILITY', 'OBJECT_UNFOUND'])
/** What is missing of the redundancy, or of the monitors' majority. Other warnings are about settings, and stay with Ceph's own tools. */
const LOSES =
  /^(OSD_DOWN|OSD_HOST_DOWN|OSD_ROOT_DOWN|OSD_[A-Z]+_DOWN|OSD_ORPHAN|MON_DOWN|PG_DEGRADED|PG_DEGRADED_FULL|PG_DAMAGED|OSD_SCRUB_ERRORS|PG_BACKFILL_FULL|PG_RECOVERY_FULL|OSD_BACKFILLFULL)$/
const MOST_NAMED = 4

/** What `ceph health` says of the data: what stops it, and what of its redundancy is lost. Checks that a person muted count for nothing. */
export function judgeHealth(text: string): { stopped: Text | null; lost: Text | null } {
  const { checks } = answerOf(health, text)
  const said = (which: (code: string) => boolean) => {
    const found = Object.entries(checks).filter(([code, { muted }]) => !muted && which(code))
    if (found.length === 0) return null
    return joined(
      found.slice(0, MOST_NAMED).map(([, { summary }]) => quote(cleanMessage(summary.message))),
      '; ',
    )
  }
  return { stopped: said((code) => STOPS.has(code)), lost: said((code) => LOSES.test(code)) }
}
