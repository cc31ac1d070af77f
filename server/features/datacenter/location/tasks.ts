import { z } from 'zod'
import { stored } from '../../../db/sentences.ts'
import { checkControlHost } from '../../../drivers/control-host/check.ts'
import { changed } from '../../../events/changes.ts'
import type { SshError } from '../../../protocols/ssh/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { controlHostOf } from './control-host.ts'
import { noteComponents } from './services/components.ts'
import { isSetUpSql } from './services/serves.ts'
import { lookAtServices } from './services/setup-task.ts'
import { isAtRest } from './services/stand.ts'

/** A location `l` whose status is not that of its check. */
const STAYS = `(l.status = 'setup' or (l.status in ('ok', 'setup_failed') and ${isSetUpSql('l')}))`

const input = z.object({ location_id: z.int() })

/** Signs in to the control host, pins its key at the first time, and notes what it is made of. */
export const locationCheckTask = defineTask({
  name: 'location_check',
  title: 'Check location',
  input,
  locks: ({ location_id }) => [`location:${location_id}`],
  timeoutMs: 5 * 60_000,
  async run(t, { location_id: id }) {
    t.progress(5, msg`Connecting`)
    const found = await t
      .step('connect', async (signal) => {
        const target = await controlHostOf(id)
        const seen = await checkControlHost(target, signal)
        return { ...seen, ssh_address: target.address, ssh_port: target.port, ssh_user: target.username }
      })
      .catch(async (fault) => {
        // Whoever answers there, it is not the host on which the services were set up.
        const { kind } = ((fault as Error).cause ?? {}) as Partial<SshError>
        if (kind === 'host_key_changed')
          await t.stepTx('other_host', (work) =>
            work.sql(
              `update location set status = 'check_failed' where id = $1::int and status <> 'setup' returning id`,
              [id],
            ),
          )
        throw fault
      })
    t.progress(40, msg`Saving`)
    await t.stepTx('save', async (work) => {
      const { hostKey, addresses, interfaces, interfaces_4, ...wayIn } = found
      // If another host was set meanwhile, this result is not stored for it. One without a key was set anew: nothing is known to be set up there.
      const rows = await work.sql(
        `update location set host_key = $2, setup_info = $3::jsonb, fault = null, checked_at = now(), version = version + 1,
                status = case when status not in ('created', 'check_failed') then status
                              when ${isSetUpSql('location')} and host_key is not null then 'ok' else 'need_setup' end
          where id = $1::int and ssh_address = $4 and ssh_port = $5::int and ssh_user = $6 returning id`,
        [
          id,
          hostKey,
          JSON.stringify({ addresses, interfaces, interfaces_4 }),
          wayIn.ssh_address,
          wayIn.ssh_port,
          wayIn.ssh_user,
        ],
      )
      if (rows.length > 0)
        changed(work, { entity: 'location', entity_id: id, event: 'update', data: { checked: true } })
    })
    await lookAtServices(t, id)
    return { addresses: found.addresses, interfaces: found.interfaces }
  },
  async settle(t, { location_id: id }, { status, error }) {
    if (status !== 'failed') return
    await t.stepTx('note', async (work) => {
      const fault = error?.message ?? stored(msg`The check did not finish`)
      // Services that are set up go on, and their watch notes when the host answers again; so does what works on them now.
      if (await isAtRest(work, id)) await noteComponents(work, id, [{ component: 'host', fault }])
      const rows = await work.sql<{ status: string }>(
        `update location l set checked_at = now(), version = version + 1,
                status = case when ${STAYS} then status else 'check_failed' end, fault = case when ${STAYS} then fault else $2 end
          where id = $1::int returning status`,
        [id, fault],
      )
      for (const { status } of rows)
        changed(work, { entity: 'location', entity_id: id, event: 'update', data: { status } })
    })
  },
})
