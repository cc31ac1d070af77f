import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { installRelay, removeRelay } from '../../../drivers/control-host/relay.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type Outcome, type SettleContext, type TaskContext } from '../../../tasks/define.ts'
import { controlHostOf } from '../../datacenter/location/control-host.ts'
import { currentProgram } from './program.ts'
import { dropRoute } from './route.ts'

const input = z.object({ location_id: z.int() })
type Input = z.output<typeof input>
const locks = ({ location_id }: Input) => [`location:${location_id}`]
const STEP_MS = 12 * 60_000

async function install(t: TaskContext, { location_id }: Input) {
  t.progress(10, msg`Setting up the proxy on the control host`)
  const { mode, hash } = await t.step(
    'install',
    async (signal) => {
      const { runtime_agree } = await db().prisma.proxy_location.findUniqueOrThrow({ where: { location_id } })
      const { text, hash } = currentProgram()
      return { mode: await installRelay(await controlHostOf(location_id), text, runtime_agree, signal), hash }
    },
    { timeoutMs: STEP_MS },
  )
  await t.stepTx('save', async (work) => {
    await work.tx.proxy_location.updateMany({
      where: { location_id },
      data: { status: 'ok', fault: null, mode, program: hash, installed_at: new Date(), version: { increment: 1 } },
    })
    changed(work, { entity: 'proxy_location', entity_id: location_id, event: 'update', data: { status: 'ok' } })
  })
  await dropRoute(location_id)
  return { mode }
}

/** What was there before may still work; that the work on it failed has to be seen all the same. */
const settle = (t: SettleContext, { location_id }: Input, outcome: Outcome) =>
  t.stepTx('fail', async (work) => {
    if (outcome.status === 'complete') return
    const fault = outcome.error?.message ?? stored(msg`It was stopped`)
    const { count } = await work.tx.proxy_location.updateMany({
      where: { location_id },
      data: { status: 'fail', fault, version: { increment: 1 } },
    })
    if (count > 0)
      changed(work, {
        entity: 'proxy_location',
        entity_id: location_id,
        event: 'update',
        data: { status: 'fail', fault },
      })
  })

const timeoutMs = 15 * 60_000

export const proxySetupTask = defineTask({
  name: 'proxy_setup',
  title: 'Set up proxy',
  input,
  locks,
  timeoutMs,
  run: install,
  settle,
})

export const proxyUpdateTask = defineTask({
  name: 'proxy_update',
  title: 'Update proxy',
  input,
  locks,
  timeoutMs,
  run: install,
  settle,
})

/** A host that never had a working relay may be away for good: its location is not to be without a way for ever. */
async function takeAway(location_id: number, signal: AbortSignal): Promise<void> {
  const row = await db().prisma.proxy_location.findUnique({ where: { location_id } })
  try {
    await removeRelay(await controlHostOf(location_id), signal)
  } catch (fault) {
    if (row?.installed_at || signal.aborted || !(fault instanceof PanelError)) throw fault
  }
}

export const proxyRemoveTask = defineTask({
  name: 'proxy_remove',
  title: 'Remove proxy',
  input,
  locks,
  timeoutMs,
  async run(t, { location_id }) {
    t.progress(10, msg`Removing the proxy from the control host`)
    await t.step('remove', (signal) => takeAway(location_id, signal), { timeoutMs: STEP_MS })
    await t.stepTx('forget', async (work) => {
      await work.tx.proxy_location.deleteMany({ where: { location_id } })
      changed(work, { entity: 'proxy_location', entity_id: location_id, event: 'delete' })
    })
    await dropRoute(location_id)
  },
  settle,
})
