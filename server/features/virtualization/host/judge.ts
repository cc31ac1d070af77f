import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { conditionOf, whyNotHost } from '../../../domain/host/allowed.ts'
import { type HostAction, hostRules } from '../../../domain/host/rules.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { factsOf, RESCUE } from './claim.ts'

/**
 * Looks, when the turn of an action has come, whether it is still possible: what was before it may have ended otherwise than
 * was expected when it was accepted.
 * @returns the VM, and whether it is so already; throws `wrong_state` with words
 */
export async function judge(host_id: number, action: HostAction): Promise<{ row: host; already: boolean }> {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  return { row, already: judgeRow(row, action) }
}

/** The same of a row that is held. */
export function judgeRow(row: host, action: HostAction): boolean {
  const why = whyNotHost(action, { ...factsOf(row), queue: [] }, { isAdmin: true })
  if (!why) return false
  if (why.why === 'already') return true
  if (why.why === 'protected') throw wrongState(msg`The VM was protected while this action was queued`, why.by)
  if (why.why === 'rescue') throw wrongState(RESCUE, 'rescue_mode')
  const condition = conditionOf(row)
  throw wrongState(
    condition === 'unknown' ? msg`The node of the VM does not answer` : hostRules[action].error,
    condition === 'unmade' ? 'crashed' : condition,
  )
}
