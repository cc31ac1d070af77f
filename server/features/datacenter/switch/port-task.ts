import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError, refused } from '../../../domain/shared/errors.ts'
import { duplexes, speeds } from '../../../domain/switch/port.ts'
import type { PortAfter, PortVlanAfter, SwitchConnection } from '../../../drivers/switch/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type Outcome, type SettleContext, type TaskContext } from '../../../tasks/define.ts'
import { withSwitch } from './open.ts'
import { storePort } from './store.ts'

/** Of one attempt, with the time until its turn comes. */
const TURN_MS = 10 * 60_000
const READ_MS = 60_000

const input = z.object({
  switch_id: z.int(),
  port_id: z.int(),
  admin: z.enum(['up', 'down']).optional(),
  vlan: z.object({ vlan_id: z.int(), is_trunk: z.boolean(), trunk_members: z.array(z.int()) }).optional(),
  speed: z.object({ speed: z.enum(speeds), duplex: z.enum(duplexes) }).optional(),
})
type Input = z.output<typeof input>

/** Brings what is wanted to the device: each part looks before it acts, so all of it may be repeated, and stores what it read back. */
async function run(t: TaskContext, { switch_id, port_id, admin, vlan, speed }: Input) {
  const { row, port } = await rowsOf(switch_id, port_id)
  if (!row || !port) throw new PanelError('not_found', msg`The port no longer exists`)
  if (port.is_uplink) throw refused(msg`The port has become an uplink: uplinks cannot be changed`)
  const act = (name: string, use: (device: SwitchConnection, signal: AbortSignal) => Promise<After>) =>
    t.step(
      name,
      async (signal) => {
        const { at, ...seen } = await withSwitch(row, signal, use)
        await transaction((work) => storePort(work, switch_id, seen, at))
      },
      { retries: 1, timeoutMs: TURN_MS },
    )
  t.progress(10, msg`Connecting to ${row.name}`)
  if (vlan) await act('vlan', (device, signal) => device.setPortVlan(port.if_index, vlan, signal))
  if (speed) await act('speed', (device, signal) => device.setSpeedDuplex(port.if_index, speed, signal))
  if (admin) await act('admin_status', (device, signal) => device.setAdminStatus(port.if_index, admin, signal))
}
type After = PortAfter | PortVlanAfter

/** The row says why a change failed, and what the device says now: what was changed well has been stored already. */
async function settle(t: SettleContext, { switch_id, port_id, vlan }: Input, outcome: Outcome) {
  if (outcome.started && outcome.status !== 'complete')
    await t.step('read_state', (signal) => readPort(switch_id, port_id, vlan !== undefined, signal), {
      timeoutMs: TURN_MS,
    })
  await t.stepTx('save', async (work) => {
    const fault = outcome.status === 'failed' ? (outcome.error?.message ?? 'failed') : null
    const rows = await work.sql<{ id: number }>(
      `update switch_port set task_id = case when task_id = $2::int then null else task_id end,
              fault = case when $3::boolean then fault else $4::text end
        where id = $1::int returning id`,
      [port_id, t.id, outcome.status === 'aborted', fault],
    )
    if (rows.length > 0)
      changed(work, {
        entity: 'switch_port',
        entity_id: port_id,
        event: 'update',
        data: { fault },
        relations: { switch: switch_id },
      })
  })
}

/** Stores what the device says of one port, when it answers. */
async function readPort(switch_id: number, port_id: number, withVlans: boolean, outer: AbortSignal): Promise<void> {
  const { row, port } = await rowsOf(switch_id, port_id)
  if (!row || !port) return
  const look = async (device: SwitchConnection, signal: AbortSignal) => ({
    at: new Date(),
    port: await device.readPort(port.if_index, signal),
    vlan: withVlans ? await device.readPortVlan(port.if_index, signal) : null,
  })
  try {
    const { at, ...seen } = await withSwitch(row, outer, look, READ_MS)
    await transaction((work) => storePort(work, switch_id, seen, at))
  } catch (fault) {
    outer.throwIfAborted()
    if (!(fault instanceof PanelError)) throw fault
  }
}

async function rowsOf(switch_id: number, port_id: number) {
  const { prisma } = db()
  return {
    row: await prisma.net_switch.findUnique({ where: { id: switch_id } }),
    port: await prisma.switch_port.findFirst({ where: { id: port_id, switch_id } }),
  }
}

const common = {
  input,
  // One at a time on a device, in the order in which they were asked for.
  locks: ({ switch_id }: Input) => [`switch:${switch_id}`],
  timeoutMs: 15 * 60_000,
  run,
  settle,
}
export const switchPortEditTask = defineTask({ ...common, name: 'switch_port_edit', title: 'Change switch port' })
export const switchPortOnTask = defineTask({ ...common, name: 'switch_port_on', title: 'Switch port on' })
export const switchPortOffTask = defineTask({ ...common, name: 'switch_port_off', title: 'Switch port off' })
