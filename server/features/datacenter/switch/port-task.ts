import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { duplexes, speeds } from '../../../domain/switch/port.ts'
import type { SwitchConnection } from '../../../drivers/switch/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type Outcome, type SettleContext, type TaskContext } from '../../../tasks/define.ts'
import { withSwitch } from './open.ts'
import { writePorts, writePortVlans } from './store.ts'

const STEP_MS = 120_000
const READ_MS = 60_000

const input = z.object({
  switch_id: z.int(),
  port_id: z.int(),
  admin: z.enum(['up', 'down']).optional(),
  vlan: z.object({ vlan_id: z.int(), is_trunk: z.boolean(), trunk_members: z.array(z.int()) }).optional(),
  speed: z.object({ speed: z.enum(speeds), duplex: z.enum(duplexes) }).optional(),
})
type Input = z.output<typeof input>

/** Brings what is wanted to the device: each part looks before it acts and reads back, so all of it may be repeated. */
async function run(t: TaskContext, { switch_id, port_id, admin, vlan, speed }: Input) {
  const { row, port } = await rowsOf(switch_id, port_id)
  if (!row || !port) throw new PanelError('not_found', msg`The port does not exist any more`)
  if (port.is_uplink) throw new PanelError('refused', msg`The port has become an uplink: uplinks are not changed`)
  const act = (name: string, use: (device: SwitchConnection, signal: AbortSignal) => Promise<unknown>) =>
    t.step(name, (signal) => withSwitch(row, async (device) => void (await use(device, signal))), {
      retries: 1,
      timeoutMs: STEP_MS,
    })
  t.progress(10, msg`Talking to ${row.name}`)
  if (vlan) await act('vlan', (device, signal) => device.setPortVlan(port.if_index, vlan, signal))
  if (speed) await act('speed', (device, signal) => device.setSpeedDuplex(port.if_index, speed, signal))
  if (admin) await act('admin_status', (device, signal) => device.setAdminStatus(port.if_index, admin, signal))
}

/** Whatever the end was: the row says what the device says now, and why a change failed. */
async function settle(t: SettleContext, { switch_id, port_id, vlan }: Input, outcome: Outcome) {
  const reading = outcome.started
    ? await t.step('read_state', async (signal) => readPort(switch_id, port_id, vlan !== undefined, signal), {
        timeoutMs: READ_MS + 10_000,
      })
    : null
  await t.stepTx('save', async (work) => {
    if (reading) {
      const at = new Date(reading.at)
      await writePorts(work, switch_id, reading.ports, at)
      await writePortVlans(work, switch_id, reading.vlans, at)
    }
    const fault = outcome.status === 'failed' ? (outcome.error?.message ?? 'failed') : null
    const rows = await work.sql<{ id: number }>(
      `update switch_port set task_id = case when task_id = $2::int then null else task_id end,
              fault = case when $3::boolean then fault else $4::text end, seen_at = coalesce($5::timestamptz, seen_at)
        where id = $1::int returning id`,
      [port_id, t.id, outcome.status === 'aborted', fault, reading?.at ?? null],
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

/** What the device says of one port; null when it does not answer. */
async function readPort(switch_id: number, port_id: number, withVlans: boolean, outer: AbortSignal) {
  const { row, port } = await rowsOf(switch_id, port_id)
  if (!row || !port) return null
  const signal = AbortSignal.any([outer, AbortSignal.timeout(READ_MS)])
  const at = new Date().toISOString()
  try {
    return await withSwitch(row, async (device) => {
      const one = <Each extends { if_index: string }>(each: Each) => each.if_index === port.if_index
      const ports = (await device.readInventory(signal)).ports.filter(one)
      const vlans = withVlans ? (await device.readTables(signal)).port_vlans.filter(one) : []
      return { at, ports, vlans }
    })
  } catch (fault) {
    outer.throwIfAborted()
    if (fault instanceof PanelError || signal.aborted) return null
    throw fault
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
