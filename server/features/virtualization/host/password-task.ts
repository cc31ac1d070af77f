import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { deviceRejected, type ErrorCode, errorTable, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { panelSettings } from '../../../process/settings.ts'
import { msg, quote, type TextRecord, textFrom } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { hostChanged } from './claim.ts'
import { judge } from './judge.ts'
import { requireSystem, setAtStart } from './password-at-start.ts'
import { passwordOf } from './passwords.ts'
import { settleHost } from './real-state.ts'

/** A guest may have been restarted from inside, so its agent is waited for a while whenever the VM was started. */
const LEAST_WAIT_MS = 60_000
/** Pauses between two attempts grow up to this. */
const MOST_PAUSE_MS = 5_000
/** How long a request waits to hear whether the password is set or waited for. */
const ANSWER_MS = 10_000

export const hostPasswordTask = defineTask({
  name: 'host_change_password',
  title: "Change the guest's password",
  input: z.object({ host_id: z.int() }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 2 * 3600_000,
  async run(t, { host_id }) {
    const { row } = await judge(host_id, 'password')
    // Journalled: another seed is no reason to be asked again.
    const isOff = await t.step('is_off', async () => row.state === 'stopped')
    const { node_id } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    if (isOff) {
      requireSystem(row)
      await setAtStart(t, row, node_id)
      await t.stepTx('note', (work) => noteWaiting(work, row, t.id, 'start'))
      return
    }
    const until = await t.step('deadline', async () => deadlineOf(row))
    for (let attempt = 1; ; attempt++) {
      t.progress(30, attempt === 1 ? msg`Asking the guest agent` : msg`Waiting for the guest agent`)
      const away = await t.step(
        attempt === 1 ? 'set_password' : `set_password_${attempt}`,
        async (signal) => setPassword(row, node_id, await passwordOf(t.id), signal),
        { retries: 2, timeoutMs: 30_000 },
      )
      if (away === null) break
      if (Date.now() >= until) throw deviceRejected(textFrom(away), 'guest_agent')
      if (attempt === 1) await t.stepTx('wait', (work) => noteWaiting(work, row, t.id, 'guest agent'))
      await t.sleep(`pause_${attempt}`, Math.min(MOST_PAUSE_MS, 500 * attempt))
    }
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, { action: 'host_change_password', outcome }),
})

/** Until when the agent of a guest that may be booting is waited for. */
function deadlineOf({ started_at }: Pick<host, 'started_at'>): number {
  const wait = panelSettings().guestAgentSeconds * 1000
  return Math.max((started_at?.getTime() ?? 0) + wait, Date.now() + Math.min(wait, LEAST_WAIT_MS))
}

/** Answers null when the password is set, and the words of an agent that does not answer (yet). */
async function setPassword(
  row: host,
  node_id: number,
  password: string,
  signal: AbortSignal,
): Promise<TextRecord | null> {
  try {
    await (await nodeConnection(node_id, signal)).setGuestPassword(row.internal_name, row.login_user, password, signal)
    return null
  } catch (fault) {
    if (fault instanceof PanelError && fault.value === 'guest_agent') return fault.text
    throw fault
  }
}

/** The history says that the password is not set yet, and what for it waits. */
async function noteWaiting(work: Work, row: host, task: number, what: 'guest agent' | 'start') {
  await work.sql(
    `update host_history set params = params || jsonb_build_object('waits_for', $2::text) where task = $1::int returning id`,
    [task, what],
  )
  hostChanged(work, row)
}

/**
 * Returns once the password is set or its task waits for the agent; throws what made it fail at once. After some seconds it
 * returns in any case: the history says how it ends.
 */
export async function passwordSetOrAwaited(task: number): Promise<void> {
  for (const end = Date.now() + ANSWER_MS; Date.now() < end; await delay(50)) {
    const { rows } = await db().pool.query<{
      status: string
      error_code: string | null
      error: string
      waits: boolean
    }>(
      `select t.status, t.error_code, t.error, coalesce((select x.params ? 'waits_for' from host_history x where x.task = t.id), false) as waits
         from task t where t.id = $1`,
      [task],
    )
    const row = rows[0]
    if (!row || row.waits || row.status === 'complete') return
    if (row.status === 'failed')
      throw new PanelError(
        row.error_code && row.error_code in errorTable ? (row.error_code as ErrorCode) : 'refused',
        quote(row.error),
      )
    if (row.status === 'aborted') return
  }
}
