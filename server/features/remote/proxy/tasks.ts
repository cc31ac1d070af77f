import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { noResources } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { TaskFault } from '../../../tasks/faults.ts'
import { sessionById } from './access.ts'
import { closeSessions } from './store.ts'
import { asPanelError, openWeb } from './web-link.ts'

const input = z.object({ proxy_session_id: z.int() })
const LOOK_MS = 50

/** Waits for the result of the process that listens; it was notified when the task was queued. */
async function untilRow(id: number, ms: number, signal: AbortSignal, is: (row: Row) => boolean): Promise<Row | null> {
  for (const end = performance.now() + ms; performance.now() < end; await wait(LOOK_MS, undefined, { signal })) {
    const row = await db().prisma.proxy_session.findUnique({ where: { id } })
    if (!row) return null
    if (is(row)) return row
  }
  return null
}
/** Closing it, or opening it anew, has cancelled this task. */
const closedMeanwhile = () => new TaskFault('cancelled', msg`The session was closed or reopened before it was ready`)
type Row = { state: string; fault: string | null; released_at: Date | null }

export const proxyOpenTask = defineTask({
  name: 'ipmi_proxy_open',
  title: 'Open session of management controller',
  input,
  timeoutMs: 2 * 60_000,
  async run(t, { proxy_session_id: id }) {
    t.progress(20, msg`Opening a port`)
    await t.step('listen', async (signal) => {
      const row = await untilRow(id, 25_000, signal, ({ state }) => state !== 'opening')
      if (row?.fault === 'port')
        throw noResources(msg`The port is in use by another program: open the session again to get another port`)
      if (row?.state === 'closed') throw closedMeanwhile()
      if (!row) throw noResources(msg`No process of the panel listens on ports for controllers`)
    })
    t.progress(60, msg`Checking whether the controller answers`)
    await t.step('meet', async (signal) => {
      const session = await sessionById(id)
      if (!session) throw closedMeanwhile()
      if (session.proxy_type !== 'web') return
      const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
      const over = new AbortController()
      const watch = untilRow(id, 20_000, over.signal, ({ state }) => state === 'closed').then(
        (row) => row && over.abort(),
        () => {},
      )
      try {
        const socket = await openWeb(session, AbortSignal.any([limit, over.signal]))
        socket.destroy()
      } catch (fault) {
        if (!(await sessionById(id))) throw closedMeanwhile()
        throw asPanelError(fault, session)
      } finally {
        over.abort()
        await watch
      }
      if (!(await sessionById(id))) throw closedMeanwhile()
    })
  },
  /** A session that did not come about does not stay. */
  async settle(t, { proxy_session_id: id }, outcome) {
    if (outcome.status === 'complete') return
    const fault = outcome.error?.code === 'device_rejected' ? 'certificate' : 'failed'
    await t.stepTx('close', async (work) => (await closeSessions(work, { id }, fault)).length)
  },
})

export const proxyCloseTask = defineTask({
  name: 'ipmi_proxy_close',
  title: 'Close session of management controller',
  input,
  timeoutMs: 60_000,
  /** No request is accepted since the session was closed; the port itself is released by the process that listens. */
  async run(t, { proxy_session_id: id }) {
    await t.step('release', async (signal) => {
      const row = await untilRow(id, 10_000, signal, ({ released_at }) => released_at !== null)
      // The process that listened is gone, and the port with it.
      if (!row)
        await db().prisma.proxy_session.updateMany({
          where: { id, released_at: null },
          data: { released_at: new Date() },
        })
    })
  },
})
