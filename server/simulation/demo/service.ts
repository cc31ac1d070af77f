import type { Context } from '../../api/context.ts'
import { db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { alreadyExists, PanelError, wrongState } from '../../domain/shared/errors.ts'
import { log } from '../../process/log.ts'
import { msg } from '../../shared/text.ts'
import { enqueue } from '../../tasks/enqueue.ts'
import { DEMO, demoContents } from './record.ts'
import { demoLoadTask, demoRemoveTask } from './tasks.ts'

const busy = () => wrongState(msg`The demo data centre is already being loaded or removed`)

export const demoStatus = async () => ({ loaded: (await demoContents()) !== null })

/** Loads the demo data centre: a task, so that its progress can be watched. */
export async function loadDemo(ctx: Context) {
  if (await demoContents()) throw alreadyExists(msg`The demo data centre is already loaded`)
  return queue(ctx, demoLoadTask)
}

export async function removeDemo(ctx: Context) {
  if (!(await demoContents())) throw new PanelError('not_found', msg`The demo data centre is not loaded`)
  return queue(ctx, demoRemoveTask)
}

function queue(ctx: Context, task: typeof demoLoadTask) {
  const { account_id } = ctx.actor
  return ctx.mutate(async (work) => {
    const made = await enqueue(
      work,
      task,
      { account_id },
      { registry_id: 0, entity: DEMO, account_id, dedupeKey: DEMO },
    )
    if (!made) throw busy()
    return { id: made.id, task: made.consul_id }
  })
}

/** At start with `--demo`: the first administrator loads it, unless it is there. */
export async function loadDemoAtStart() {
  if (await demoContents()) return
  const admin = await db().prisma.account.findFirst({ where: { roles: { has: '@admin' } }, orderBy: { id: 'asc' } })
  if (!admin) return log.warn('the demo is not loaded: a process with pages has to make the first administrator')
  await transaction((work) =>
    enqueue(
      work,
      demoLoadTask,
      { account_id: admin.id },
      { registry_id: 0, entity: DEMO, account_id: admin.id, dedupeKey: DEMO },
    ),
  )
}
