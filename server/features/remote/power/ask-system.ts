import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { askPower } from './devices.ts'
import { combinedError, control, DEVICE_MS, foreseen, looks, startByController, turn } from './plans.ts'

type Asking = { limit: number; pull: boolean }

/** Asks the system to shut down and waits. What still runs at the end is forced off by its controller, or the task says so. @param share of the progress that the wait takes, in percent */
export async function shutDown(t: TaskContext, ipmi_id: number, { limit, pull }: Asking, share = 80) {
  t.progress(5, msg`Requesting a system shutdown`)
  await control(t, ipmi_id, 'soft')
  for (const { seconds, waited } of looks(limit)) {
    t.progress(5 + (waited / limit) * share, msg`Waiting for the system to shut down`)
    await t.sleep(`wait_${waited}`, seconds * 1000)
    const power = await t.step(`ask_${waited}`, (signal) => askPower(ipmi_id, signal), {
      timeoutMs: DEVICE_MS,
      retries: 2,
    })
    if (power === 'off') return { pulled: false }
  }
  if (!pull)
    throw deviceRejected(
      msg`The system did not shut down within ${limit} seconds and is still running. Force it off, or check its console`,
    )
  t.progress(share + 10, msg`The system did not shut down within ${limit} seconds: forcing off`)
  await turn(t, ipmi_id, 'off')
  return { pulled: true }
}

/** Asks the system to shut down, waits, and starts it again by its controller. What does not shut down is left running. */
export async function gracefulRestart(t: TaskContext, ipmi_id: number, asking: Asking) {
  const ended = await shutDown(t, ipmi_id, asking, 40)
  try {
    await startByController(t, ipmi_id, false)
  } catch (fault) {
    throw combinedError(msg`The system shut down, but the server was not started again`, [foreseen(t, fault)])
  }
  return ended
}
