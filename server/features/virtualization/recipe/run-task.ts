import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { covered } from '../../../domain/recipe/values.ts'
import { deviceRejected, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { panelSettings } from '../../../process/settings.ts'
import { msg, type TextRecord, textFrom } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { judge } from '../host/judge.ts'
import { settleHost } from '../host/real-state.ts'
import { environmentOf } from './environment.ts'
import { keepSecrets, typeOf, unsealedRun } from './plan.ts'
import { GuestReach, type Target } from './reach.ts'
import { addOutput, noteExit, readRun } from './run-record.ts'

/** A guest may have been restarted from inside, so its agent is waited for a while whenever the VM was started. */
const LEAST_WAIT_MS = 60_000
/** How long a script may run, and how much it may write: more is a fault of the script, and would fill the guest's memory. */
export const scriptLimits = { ms: 60 * 60_000, bytes: 16 * 1024 * 1024 }
/** The attempt from which SSH is tried besides: the agent of a guest that boots is a moment later than its SSH server. */
const SSH_FROM = 4
/** Pauses between two readings grow from the first to the second. */
const PAUSE_MS = { first: 200, most: 2_000 }

export const hostRecipeTask = defineTask({
  name: 'host_recipe',
  title: 'Run a script in a virtual machine',
  input: z.object({ host_id: z.int() }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 2 * 3600_000,
  async run(t, { host_id }) {
    const { row } = await judge(host_id, 'recipe')
    const { node_id } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    const run = { ...row, node_id }
    await begin(t, run)
    t.progress(40, msg`The script runs`)
    const until = await t.step('script_deadline', async () => Date.now() + scriptLimits.ms)
    const exit = await t.step('run', (signal) => follow(t, run, until, signal), {
      timeoutMs: scriptLimits.ms + LEAST_WAIT_MS,
      retries: 5,
    })
    // Not within the step, which would be tried again while the script runs on.
    if (typeof exit === 'string') throw deviceRejected(stopped[exit]())
    t.progress(95, msg`Clearing away`)
    await t.step('clear_away', (signal) => end(t.id, run, signal).then(() => null), { retries: 2, timeoutMs: 30_000 })
    if (exit !== 0)
      throw deviceRejected(msg`The script failed with exit code ${exit}: its output has the cause`, 'exit_code')
    return { exit_code: exit }
  },
  async settle(t, { host_id }, outcome) {
    await settleHost(t, host_id, { action: 'host_recipe', outcome })
    // What a failed creation has left behind runs when that is tried again.
    const left = !outcome.started && outcome.error?.code === 'predecessor'
    await t.stepTx('forget_values', async (work) => {
      await work.sql(
        `update script_run r set secret = null from host h
          where r.task = $1::int and h.id = r.host_id and (h.is_built or not $2::boolean) returning r.task`,
        [t.id, left],
      )
    })
  },
})

/** Starts the script as soon as the guest agent answers. What was started is killed when the task fails or is called off. */
async function begin(t: TaskContext, row: Target) {
  const until = await t.step('deadline', async () => {
    const wait = panelSettings().guestAgentSeconds * 1000
    return Math.max((row.started_at?.getTime() ?? 0) + wait, Date.now() + Math.min(wait, LEAST_WAIT_MS))
  })
  for (let attempt = 1; ; attempt++) {
    t.progress(10, attempt === 1 ? msg`Asking the guest agent` : msg`Waiting for the guest agent`)
    const away = await t.step(
      attempt === 1 ? 'start_script' : `start_script_${attempt}`,
      (signal) => start(t.id, row, attempt >= SSH_FROM, signal),
      {
        retries: 2,
        timeoutMs: 60_000,
        undo: (_, signal) => end(t.id, row, signal),
        undoUnfinished: true,
      },
    )
    if (away === null) return
    if (Date.now() >= until) throw deviceRejected(textFrom(away), 'guest_agent')
    await t.sleep(`pause_${attempt}`, Math.min(5_000, 500 * attempt))
  }
}

/** Answers null when the script runs, and the words of an agent that does not answer (yet). */
async function start(task: number, row: Target, ssh: boolean, signal: AbortSignal): Promise<TextRecord | null> {
  const { token, secret } = await readRun(task)
  const run = unsealedRun(task, secret)
  const { values, secrets } = await environmentOf(row, run)
  await keepSecrets(task, run, secrets)
  const guest = new GuestReach(row)
  try {
    const script = { token, type: typeOf(run), script: run.script, environment: values }
    await guest.start(script, { ssh }, signal)
    return null
  } catch (fault) {
    if (fault instanceof PanelError && fault.value === 'guest_agent') return fault.text
    throw fault
  } finally {
    guest.close()
  }
}

/** Why a script is stopped before it ends by itself. */
const stopped = {
  much: () =>
    msg`The script wrote more than ${scriptLimits.bytes / 2 ** 20} MiB and was stopped: direct its output into a file`,
  long: () => msg`The script was stopped: it ran for more than ${scriptLimits.ms / 60_000} minutes`,
}
type Stopped = keyof typeof stopped

/**
 * Brings the output into the record until the script ends; answers its exit code, or why it is to be stopped. Goes on where another
 * worker stopped.
 * @param until Unix time in milliseconds at which it has run long enough
 */
async function follow(t: TaskContext, row: Target, until: number, signal: AbortSignal): Promise<number | Stopped> {
  const { token, secret } = await readRun(t.id)
  const run = unsealedRun(t.id, secret)
  // One that an earlier version began has none with it.
  const secrets = run.secrets ?? (await environmentOf(row, run)).secrets
  const guest = new GuestReach(row)
  try {
    return await followed(t, guest, { token, secrets, until }, signal)
  } finally {
    guest.close()
  }
}

type Followed = { token: string; secrets: string[]; until: number }

async function followed(t: TaskContext, guest: GuestReach, { token, secrets, until }: Followed, signal: AbortSignal) {
  for (let pause = PAUSE_MS.first; ; pause = Math.min(PAUSE_MS.most, pause * 1.5)) {
    const { read_bytes } = await readRun(t.id)
    const now = await guest.read(token, read_bytes, signal)
    if (now.next > read_bytes) {
      await addOutput(t.id, read_bytes, now.next, covered(now.output, secrets))
      t.progress(50, msg`The script runs: ${now.next} bytes of output`)
    }
    if (now.next > scriptLimits.bytes) return 'much'
    if (now.state === 'lost')
      throw deviceRejected(msg`The script vanished without an exit code: it was killed in the guest`)
    if (now.state === 'ended') return noteExit(t.id, now.exit_code ?? 255)
    if (Date.now() >= until) return 'long'
    if (now.next === read_bytes) await delay(pause, undefined, { signal })
    else pause = PAUSE_MS.first
  }
}

async function end(task: number, row: Target, signal: AbortSignal): Promise<void> {
  const run = await db().prisma.script_run.findUnique({ where: { task } })
  if (!run) return
  const guest = new GuestReach(row)
  try {
    await guest.end(run.token, signal)
  } catch (fault) {
    // A guest that is off, or that nothing leads into, runs nothing of ours that could be ended.
    if (!(fault instanceof PanelError) || fault.code !== 'device_rejected') throw fault
  } finally {
    guest.close()
  }
}
