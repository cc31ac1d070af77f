import { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import { notFound, PanelError } from '../../../../domain/shared/errors.ts'
import { msg, quote } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { enqueueOnce } from '../../device/enqueue-once.ts'
import { putBack } from './back.ts'
import { leftBehind } from './rows.ts'

const TURN_MS = 10 * 60_000

/** Puts back what operations that have ended have left in the provisioning VLAN at one switch. */
export const switchPortsBackTask = defineTask({
  name: 'switch_ports_back',
  title: 'Put switch ports back into their VLANs',
  input: z.object({ switch_id: z.int() }),
  locks: ({ switch_id }) => [`switch:${switch_id}`],
  timeoutMs: 2 * TURN_MS,
  async run(t, { switch_id }) {
    t.progress(10, msg`Putting ports back into their VLANs`)
    await t.step(
      'ports_back',
      async (signal) => {
        // People try again by themselves.
        const { failed } = await putBack({ switch_id }, signal, [])
        if (failed) throw new PanelError('device_rejected', quote(failed))
        return true
      },
      { timeoutMs: TURN_MS },
    )
  },
})

/** Queues that task for a switch, or finds the one that waits. @throws PanelError `not_found`; `wrong_state` when nothing is left there */
export const putPortsBack = (ctx: Context, switch_id: number): Promise<{ task: number }> =>
  ctx.mutate(async (work, note) => {
    Object.assign(note, { entity: 'switch', entity_id: switch_id })
    const [row] = await work.sql<{ name: string; left: boolean }>(
      `select w.name, exists (select from operation_port b join switch_port p on p.id = b.switch_port_id
                               where p.switch_id = w.id and ${leftBehind('b')}) as left
         from net_switch w where w.id = $1::int`,
      [switch_id],
    )
    if (!row) throw notFound(msg`Switch`, switch_id)
    if (!row.left)
      throw new PanelError(
        'wrong_state',
        msg`No port of ${row.name} was left in the provisioning VLAN by an operation that has ended`,
      )
    const about = { registry_id: switch_id, entity: 'switch' }
    const key = `switch_ports_back:${switch_id}`
    const { consul_id } = await enqueueOnce(work, switchPortsBackTask, { switch_id }, key, about)
    return { task: consul_id }
  })
