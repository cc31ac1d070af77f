import { z } from 'zod'
import { stored } from '../../../db/sentences.ts'
import { checkControlHost } from '../../../drivers/control-host/check.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { controlHostOf } from './control-host.ts'
import { lookAtServices } from './services/setup-task.ts'

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
    const found = await t.step('connect', async (signal) => {
      const target = await controlHostOf(id)
      const seen = await checkControlHost(target, signal)
      return { ...seen, ssh_address: target.address, ssh_port: target.port, ssh_user: target.username }
    })
    t.progress(40, msg`Saving`)
    await t.stepTx('save', async (work) => {
      const { hostKey, addresses, interfaces, interfaces_4, ...wayIn } = found
      // If another host was set meanwhile, this result is not stored for it.
      const rows = await work.sql(
        `update location set host_key = $2, setup_info = $3::jsonb, fault = null, checked_at = now(), version = version + 1,
                status = case when status in ('created', 'check_failed') then 'need_setup' else status end
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
      const { count } = await work.tx.location.updateMany({
        where: { id },
        data: {
          status: 'check_failed',
          fault: error?.message ?? stored(msg`The check did not finish`),
          checked_at: new Date(),
          version: { increment: 1 },
        },
      })
      if (count > 0)
        changed(work, { entity: 'location', entity_id: id, event: 'update', data: { status: 'check_failed' } })
    })
  },
})
