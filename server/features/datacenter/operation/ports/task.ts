import { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import { transaction, type Work } from '../../../../db/transaction.ts'
import { deviceRejected, notFound, wrongState } from '../../../../domain/shared/errors.ts'
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
  input: z.object({ switch_id: z.int(), by_itself: z.boolean().default(false) }),
  locks: ({ switch_id }) => [`switch:${switch_id}`],
  timeoutMs: 2 * TURN_MS,
  async run(t, { switch_id, by_itself }) {
    t.progress(10, msg`Putting ports back into their VLANs`)
    await t.step(
      'ports_back',
      async (signal) => {
        // People try again by themselves, and so does the poll.
        const { failed } = await putBack({ switch_id }, signal, [])
        // The ports are a problem as it is: one that was tried unasked is not a second one.
        if (failed && !by_itself) throw deviceRejected(quote(failed))
        return true
      },
      { timeoutMs: TURN_MS },
    )
  },
})

/** The first again after a minute, later once an hour: two days in all. What a switch still refuses then is left to people. */
const MOST_TRIES = 53
const LONGEST_PAUSE_S = 3600

const DUE = `${leftBehind('b')} and b.tries < ${MOST_TRIES} and (b.retry_at is null or b.retry_at <= now())`

/** SQL of whether ports of a switch, which operations that have ended have left in the provisioning VLAN, are to be put back now. */
export const portsDueBack = (switch_id: string) =>
  `exists (select from operation_port b join switch_port p on p.id = b.switch_port_id where p.switch_id = ${switch_id} and ${DUE})`

/** Has these ports put back, of a switch that answers again. @returns whether there are any */
export const portsBackWhenAnswering = (switch_id: number): Promise<boolean> =>
  transaction(async (work) => {
    const due = await work.sql(
      `update operation_port b set tries = b.tries + 1, retry_at = now() + make_interval(secs => least(60 * power(2, b.tries), ${LONGEST_PAUSE_S}))
         from switch_port p where p.id = b.switch_port_id and p.switch_id = $1::int and ${DUE} returning p.id`,
      [switch_id],
    )
    if (due.length > 0) await queue(work, switch_id, { by_itself: true })
    return due.length > 0
  })

const queue = (work: Work, switch_id: number, more: { by_itself?: boolean } = {}) =>
  enqueueOnce(work, switchPortsBackTask, { switch_id, ...more }, `switch_ports_back:${switch_id}`, {
    registry_id: switch_id,
    entity: 'switch',
  })

/** Queues that task for a switch, or finds the one that waits. @throws PanelError `not_found`; `wrong_state` when nothing is left there */
export const putPortsBack = (ctx: Context, switch_id: number): Promise<{ task: number }> =>
  ctx.mutate(async (work) => {
    const [row] = await work.sql<{ name: string; left: boolean }>(
      `select w.name, exists (select from operation_port b join switch_port p on p.id = b.switch_port_id
                               where p.switch_id = w.id and ${leftBehind('b')}) as left
         from net_switch w where w.id = $1::int`,
      [switch_id],
    )
    if (!row) throw notFound(msg`Switch`, switch_id)
    if (!row.left)
      throw wrongState(msg`No port of ${row.name} was left in the provisioning VLAN by an operation that has ended`)
    const { consul_id } = await queue(work, switch_id)
    return { task: consul_id }
  })
