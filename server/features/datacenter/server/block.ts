import type { Context } from '../../../api/context.ts'
import { serverLifecycle } from '../../../domain/server/states.ts'
import { notFound, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { serverResumeTask, serverSuspendTask } from './block-tasks.ts'

type State = (typeof serverLifecycle.states)[number]
const tasks = { suspend: serverSuspendTask, resume: serverResumeTask } as const

/** Takes a server off the network for its user, or gives it back: by a task that switches the ports it is plugged into. */
export async function blockServer(ctx: Context, id: number, action: keyof typeof tasks) {
  const { from, via, already = [], error } = serverLifecycle.actions[action]
  return ctx.mutate(async (work) => {
    const [claimed] = await work.sql<{ owner_id: number | null; before: 'active' | 'suspended' }>(
      `with now as (select id, state from server where id = $1::int for update)
       update server s set state = $2, state_info = null, version = version + 1 from now
        where s.id = now.id and now.state = any($3::text[]) returning s.owner_id, now.state as before`,
      [id, via, [...from, ...already]],
    )
    if (!claimed) {
      const row = await work.tx.server.findUnique({ where: { id }, select: { state: true } })
      if (!row) throw notFound(msg`Server`, id)
      throw wrongState(error, row.state as State)
    }
    const switches = await work.sql<{ switch_id: number }>(
      `select distinct p.switch_id from switch_connection k join switch_port p on p.id = k.switch_port_id
        where k.server_id = $1::int order by 1`,
      [id],
    )
    const given = { server_id: id, before: claimed.before, switches: switches.map(({ switch_id }) => switch_id) }
    const about = { registry_id: id, entity: 'server', account_id: claimed.owner_id }
    const task = await enqueue(work, tasks[action], given, about)
    const account_id = claimed.owner_id
    changed(work, { entity: 'server', entity_id: id, event: 'update', data: { state: via }, account_id })
    return { id, task: task.consul_id }
  })
}
