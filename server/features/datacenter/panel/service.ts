import type { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { panelInfo } from '../../../domain/panel/schema.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { VERSION } from '../../../process/version.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { licenceTask } from './tasks.ts'

/** The first location, or `created` when there is none yet. */
export async function readInfo({ actor }: Context): Promise<z.infer<typeof panelInfo>> {
  const first = await db().prisma.location.findFirst({
    orderBy: { id: 'asc' },
    select: { id: true, ssh_address: true, ssh_port: true, ssh_user: true, status: true },
  })
  const status = (first?.status ?? 'created') as z.infer<typeof panelInfo>['location']['status']
  return { location: first && actor.isAdmin ? { ...first, status } : { status } }
}

/** Counts anew what the licence limits, as a task whose output are the counts. */
export async function renewLicence(ctx: Context): Promise<{ task: number }> {
  return ctx.mutate(async (work) => {
    const { account_id } = ctx.actor
    const { consul_id } = await enqueue(work, licenceTask, {}, { registry_id: 0, entity: 'license', account_id })
    return { task: consul_id }
  })
}

/** The panel runs from its source and is updated by its operator. */
export function rejectUpdate(): never {
  throw refused(
    msg`This panel runs from its own source and does not replace itself: stop it, bring the source up to date and start it again with "npm run up". Data is migrated at that start. It is version ${VERSION} now`,
  )
}
