import { isIPv4, isIPv6 } from 'node:net'
import type { operation } from '../../../../generated/prisma/client.ts'
import { transaction } from '../../../db/transaction.ts'
import { operationResult } from '../../../domain/operation/result.ts'
import { log } from '../../../process/log.ts'
import { pause } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'
import { onServices } from '../location/services/on-services.ts'
import { noteStep, readOperation } from './record.ts'
import { untilOperation } from './until.ts'

const SSH_PORT = 22
const LOOK_MS = 60_000
/** For the way to the location and from there to the server. */
const TRY_MS = 20_000

export const rescueRuns = msg`The rescue system runs until the operation is finished or cancelled`
const silent = (address: string) =>
  msg`The rescue system does not answer at ${address} any more: the server was restarted, switched off, or has lost its network`

/** Whether SSH of a rescue system answers; null: the location cannot be asked now. */
export type Answers = (address: string, signal: AbortSignal) => Promise<boolean | null>

/** Asked from the location, since the panel need not reach its addresses. */
const fromLocation =
  (location_id: number): Answers =>
  async (address, signal) => {
    const ask = onServices(location_id, signal, async ({ ssh }) => {
      const line = await ssh.openTcp(address, SSH_PORT, signal).catch(() => null)
      line?.destroy()
      return line !== null
    })
    return await ask.catch(() => null)
  }

/**
 * Waits until a rescue system is ended. One that does not answer any more goes on for the panel, since only people know whether it is done: the operation
 * says so meanwhile.
 * @param asked how it is asked whether it answers; from its location, every minute
 * @throws PanelError when it was reported as failed; the signal's reason
 */
export async function untilRescueEnds(
  row: operation,
  signal: AbortSignal,
  asked = { answers: fromLocation(row.location_id), everyMs: LOOK_MS },
): Promise<true> {
  const over = new AbortController()
  const watch = watchAnswers(row.id, asked, AbortSignal.any([signal, over.signal]))
  try {
    return await untilOperation(row.id, (now) => (now.ended_at ? true : null), signal)
  } finally {
    over.abort()
    await watch
  }
}

/** Nothing is said of one that never answered: it may have another address since its ports are in their own network. Never rejects. */
async function watchAnswers(
  id: number,
  { answers, everyMs }: { answers: Answers; everyMs: number },
  signal: AbortSignal,
) {
  let last: 'unseen' | 'answers' | 'silent' = 'unseen'
  const look = async () => {
    const [address] = await addressesOf(id)
    const now =
      address === undefined ? null : await answers(address, AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]))
    const next = now ? 'answers' : 'silent'
    if (signal.aborted || address === undefined || now === null || next === last || (last === 'unseen' && !now)) return
    // After a lost worker the words may be those of a silence that is over: the first answer is noted as well.
    await transaction((work) => noteStep(work, id, 'rescue', now ? rescueRuns : silent(address), null))
    last = next
  }
  for (; !signal.aborted; await pause(everyMs, signal).catch(() => {}))
    await look().catch((err) => log.warn({ err, operation: id }, 'whether a rescue system answers could not be noted'))
}

/** Those that the rescue system has told. */
async function addressesOf(id: number): Promise<string[]> {
  const read = operationResult.safeParse((await readOperation(id)).result)
  return (read.data?.addresses ?? []).map((one) => one.split('/')[0] ?? '').filter((one) => isIPv4(one) || isIPv6(one))
}
