import { z } from 'zod'
import { stored } from '../../../db/sentences.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { deviceRejected, PanelError } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { defineTask, type SettleContext } from '../../../tasks/define.ts'
import { askPower, command } from '../../remote/power/devices.ts'
import { bringDhcp } from '../location/services/apply.ts'
import { tidyTemplates } from '../os-template/tidy-task.ts'
import { begin } from './begin.ts'
import { bootServer } from './boot.ts'
import { setUpController } from './controller.ts'
import { tryInstaller } from './installer.ts'
import { requireKnownPower } from './known-power.ts'
import { liveTemplate } from './live-template.ts'
import { putBack } from './ports/back.ts'
import { PORTS_MS, portsIn, portsOut } from './ports/course.ts'
import { endOperation, noteStep, readOperation } from './record.ts'
import { rescueRuns, untilRescueEnds } from './rescue.ts'
import { endedBeforeBoot, untilResult } from './until.ts'
import { untilAnswers, untilInstalled } from './until-installed.ts'

const MINUTE = 60_000
const RESTART_MS = MINUTE
/** More than the time limit of operations may be; a rescue system may run for so long. */
const LONGEST_MS = 7 * 24 * 60 * MINUTE

/** Boots a server into an operation and follows it to its end. What the server does itself goes on when a worker is lost. */
export const serverOperationTask = defineTask({
  name: 'server_operation',
  title: 'Operation on server',
  input: z.object({ operation_id: z.int(), server_id: z.int(), ipmi_id: z.int().nullable() }),
  locks: ({ server_id, ipmi_id }) => [`server:${server_id}`, ...(ipmi_id === null ? [] : [`ipmi:${ipmi_id}`])],
  timeoutMs: LONGEST_MS,
  async run(t, { operation_id: id, ipmi_id }) {
    const row = await readOperation(id)
    const type = row.type as OperationType
    // It may have been ended while it waited for its turn.
    if (await endedBeforeBoot(id)) return { type }
    await begin(t, id, 'check', 2, msg`Looking at the template and the location`)
    await t.step('check', async () => {
      await liveTemplate(row.location_id, type, row.os_template_id, row.server_id)
      await tryInstaller(row)
      return true
    })
    await requireKnownPower(t, id, ipmi_id)
    if (await endedBeforeBoot(id)) return { type }
    await portsIn(t, row)
    await bootServer(t, row, ipmi_id)
    if (await endedBeforeBoot(id)) return { type }
    t.progress(15, msg`Waiting for the server`)
    const result = await t.step('result', (signal) => t.idle(() => untilResult(id, signal)))
    if (!result.ok) throw deviceRejected(failed(result.reason))
    if (row.setup_ipmi) await setUpController(t, row)
    await untilInstalled(t, id)
    await portsOut(t, row)
    if (type === 'install') await untilAnswers(t, row)
    if (type === 'rescue') {
      await begin(t, id, 'rescue', 90, rescueRuns)
      await t.step('rescue', (signal) => t.idle(() => untilRescueEnds(row, signal)))
      if (ipmi_id !== null) await t.step('restart', (signal) => command(ipmi_id, 'reset', signal), { retries: 1 })
    }
    return { type }
  },
  async settle(t, { operation_id: id, ipmi_id }, { status, error }) {
    const ends = { complete: 'ok', failed: 'fail', aborted: 'cancelled' } as const
    const stopped = status === 'complete' ? null : (error?.message ?? stored(msg`It was stopped`))
    const silent = status === 'aborted' && ipmi_id !== null ? await restartCancelled(t, id, ipmi_id) : null
    const fault = silent ?? stopped
    await t.stepTx('end', (work) => endOperation(work, id, silent ? 'fail' : ends[status], fault))
    const { location_id } = await readOperation(id)
    await t.stepTx('tidy', async (work) => {
      await tidyTemplates(work, location_id)
      return true
    })
    // The ticket is useless already; this takes its name away as well. A host that is away hears of it from the watch.
    await t.step('release', async (signal) => {
      await bringDhcp(location_id, signal).catch(() => {})
      return true
    })
    // What it does not bring about is noted at the ports, and a problem until it is mended.
    await t.step('ports_back', (signal) => putBack({ operation_id: id }, signal), { timeoutMs: PORTS_MS })
  },
})

/** Restarts the server of an operation that was cancelled, where that was asked for. @returns why it could not be, in stored words */
async function restartCancelled(t: SettleContext, id: number, ipmi_id: number): Promise<string | null> {
  const { restart, ended_at } = await readOperation(id)
  if (!restart || ended_at !== null) return null
  await t.stepTx('begin_restart', async (work) => {
    await noteStep(work, id, 'restart', msg`Restarting the server`, null)
    return true
  })
  const { words } = await t.step(
    'restart_cancelled',
    async (signal) => {
      try {
        // In a server that somebody has switched off nothing runs on.
        if ((await askPower(ipmi_id, signal)) !== 'off') await command(ipmi_id, 'reset', signal)
        return { words: null }
      } catch (fault) {
        signal.throwIfAborted()
        if (!(fault instanceof PanelError)) throw fault
        return { words: stored(msg`It was cancelled, and the server could not be restarted: ${fault.text}`) }
      }
    },
    { timeoutMs: RESTART_MS },
  )
  return words
}

const failed = (reason: string | undefined): Text =>
  reason ? msg`The live system could not do it: ${reason}` : msg`The live system could not do it`
