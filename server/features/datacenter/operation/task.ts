import { z } from 'zod'
import type { operation } from '../../../../generated/prisma/client.ts'
import { stored } from '../../../db/sentences.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { applyDhcp } from '../../../drivers/control-host/boot/kea.ts'
import { pause } from '../../../shared/abort.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { command } from '../../remote/power/devices.ts'
import { onServices } from '../location/services/setup-task.ts'
import { begin } from './begin.ts'
import { bootServer } from './boot.ts'
import { answerJob } from './job.ts'
import { liveTemplate } from './live-template.ts'
import { endOperation, readOperation } from './record.ts'
import { endedBeforeBoot, untilAnswered, untilOperation, untilResult } from './until.ts'

const MINUTE = 60_000
/** More than the time limit of operations may be; a rescue system may run for so long. */
const LONGEST_MS = 7 * 24 * 60 * MINUTE
/** A system that was installed boots in this time, and is looked for each two seconds. */
const ANSWER_MS = 15 * MINUTE
const ANSWER_LOOK_MS = 2000
const SSH_PORT = 22

/** Boots a server into an operation and follows it to its end. What the server does itself goes on when a worker is lost. */
export const serverOperationTask = defineTask({
  name: 'server_operation',
  title: 'Operation on server',
  input: z.object({ operation_id: z.int(), server_id: z.int(), ipmi_id: z.int().nullable() }),
  locks: ({ server_id, ipmi_id }) => [`server:${server_id}`, ...(ipmi_id === null ? [] : [`ipmi:${ipmi_id}`])],
  timeoutMs: LONGEST_MS,
  waits: true,
  async run(t, { operation_id: id, ipmi_id }) {
    const row = await readOperation(id)
    const type = row.type as OperationType
    await begin(t, id, 'check', 2, msg`Looking at the template and the location`)
    await t.step('check', async () => {
      await liveTemplate(row.location_id, type, row.os_template_id)
      return true
    })
    await bootServer(t, row, ipmi_id)
    if (await endedBeforeBoot(id)) return { type }
    t.progress(15, msg`Waiting for the server`)
    const result = await t.step('result', (signal) => untilResult(id, signal))
    if (!result.ok) throw new PanelError('device_rejected', failed(result.reason))
    if (type === 'install') await untilAnswers(t, row)
    if (type === 'rescue') {
      await begin(t, id, 'rescue', 90, msg`The rescue system runs until the operation is finished or cancelled`)
      await t.step('rescue', (signal) => untilOperation(id, (now) => (now.ended_at ? true : null), signal))
      if (ipmi_id !== null) await t.step('restart', (signal) => command(ipmi_id, 'reset', signal), { retries: 1 })
    }
    return { type }
  },
  async settle(t, { operation_id: id }, { status, error }) {
    const ends = { complete: 'ok', failed: 'fail', aborted: 'cancelled' } as const
    const fault = status === 'complete' ? null : (error?.message ?? stored(msg`It was stopped`))
    await t.stepTx('end', (work) => endOperation(work, id, ends[status], fault))
    const { location_id } = await readOperation(id)
    // The ticket is useless already; this takes its name away as well. A host that is away hears of it from the watch.
    await t.step('release', async (signal) => {
      await onServices(location_id, signal, (host, all) => applyDhcp(host, all, signal)).catch(() => {})
      return true
    })
  },
})

/** The installed system answers at its address, as its location reaches it. */
async function untilAnswers(t: TaskContext, row: operation) {
  await begin(t, row.id, 'local_boot', 92, msg`Starting the installed system from its disk`)
  const [first] = (await answerJob(row, '')).address
  const address = first?.split('/')[0]
  if (!address) return
  await t.step(
    'answer',
    (signal) => untilAnswered(row.id, (either) => untilListens(row.location_id, address, either), signal),
    { timeoutMs: ANSWER_MS },
  )
  await begin(t, row.id, 'answer', 99, msg`The installed system answers`)
}

/** Asks from the location: the panel need not reach its addresses. */
const untilListens = (location_id: number, address: string, signal: AbortSignal) =>
  onServices(location_id, signal, async (host) => {
    for (;;) {
      signal.throwIfAborted()
      const line = await host.ssh.openTcp(address, SSH_PORT, signal).catch(() => null)
      line?.destroy()
      if (line) return true
      await pause(ANSWER_LOOK_MS, signal)
    }
  })

const failed = (reason: string | undefined): Text =>
  reason ? msg`The live system could not do it: ${reason}` : msg`The live system could not do it`
