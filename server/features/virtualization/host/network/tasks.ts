import { z } from 'zod'
import type { Work } from '../../../../db/transaction.ts'
import { defineTask, type SettleContext, type TaskContext } from '../../../../tasks/define.ts'
import { release } from '../../../network/allocation/release.ts'
import { settleAddresses } from '../../../network/allocation/settle.ts'
import { hostChanged } from '../claim.ts'
import { settleHost } from '../real-state.ts'
import { applyBack, applyNetwork } from './apply.ts'

const face = z.object({ bridge: z.string(), model: z.string(), cluster_interface: z.int().nullable() })

/**
 * A change of a VM's network, which is in its record when the task is queued: what is new, what is to go, and what an interface was
 * before.
 */
const input = z.object({
  host_id: z.int(),
  added: z.object({ interfaces: z.array(z.int()), addresses: z.array(z.int()) }),
  gone: z.object({
    interfaces: z.array(z.object({ id: z.int(), mac: z.string() })),
    addresses: z.array(z.object({ id: z.int(), mac: z.string(), ip: z.string() })),
  }),
  before: face.extend({ id: z.int() }).nullable(),
})
export type NetworkChange = Omit<z.infer<typeof input>, 'host_id'>
export const nothing: NetworkChange = {
  added: { interfaces: [], addresses: [] },
  gone: { interfaces: [], addresses: [] },
  before: null,
}

/** Does it and writes the end into the record. */
export async function runNetworkChange(t: TaskContext, host_id: number, change: NetworkChange) {
  const { added, gone, before } = change
  const why = await applyNetwork(t, host_id, {
    addresses: gone.addresses,
    macs: gone.interfaces.map(({ mac }) => mac),
  })
  t.progress(90)
  await t.stepTx('finish', async (work) => {
    await release(work, { ids: gone.addresses.map(({ id }) => id) })
    await work.tx.host_interface.deleteMany({ where: { id: { in: gone.interfaces.map(({ id }) => id) } } })
    const settled = [...added.interfaces, ...(before ? [before.id] : [])]
    await work.tx.host_interface.updateMany({ where: { id: { in: settled } }, data: { state: 'ok' } })
    await settleAddresses(work, { ids: added.addresses }, 'ok')
    await noteWaits(work, host_id, why)
  })
  return { waits: why }
}

async function noteWaits(work: Work, host_id: number, why: string | null) {
  const row = await work.tx.host.findUnique({ where: { id: host_id } })
  if (!row) return
  const others = row.waits_for_start.filter((field) => field !== 'network')
  await work.tx.host.update({
    where: { id: host_id },
    data: {
      network_waits: why,
      waits_for_start: why === null ? others : [...others, 'network'],
      version: { increment: 1 },
    },
  })
  hostChanged(work, row)
}

/** Takes a change back that did not take place: from the record, and from the node where it may be half done. */
export async function takeNetworkBack(
  t: SettleContext,
  host_id: number,
  { added, gone, before }: NetworkChange,
  started: boolean,
) {
  await t.stepTx('take_back', async (work) => {
    await release(work, { ids: added.addresses })
    await work.tx.host_interface.deleteMany({ where: { id: { in: added.interfaces } } })
    await work.tx.host_interface.updateMany({
      where: { id: { in: gone.interfaces.map(({ id }) => id) } },
      data: { state: 'ok' },
    })
    if (before) {
      const { id, ...was } = before
      await work.tx.host_interface.updateMany({ where: { id }, data: { ...was, state: 'ok' } })
    }
    await settleAddresses(work, { ids: gone.addresses.map(({ id }) => id) }, 'ok')
  })
  if (started) await applyBack(t, host_id)
}

const networkTask = (name: string, title: string) =>
  defineTask({
    name,
    title,
    input,
    locks: ({ host_id }) => [`host:${host_id}`],
    timeoutMs: 10 * 60_000,
    run: (t, { host_id, ...change }) => runNetworkChange(t, host_id, change),
    async settle(t, { host_id, ...change }, outcome) {
      if (outcome.status !== 'complete') await takeNetworkBack(t, host_id, change, outcome.started)
      await settleHost(t, host_id, { action: name, outcome })
    },
  })

/** Adds an interface. */
export const interfaceCreateTask = networkTask('iface_create', 'Add an interface to a virtual machine')
export const interfaceEditTask = networkTask('iface_edit', 'Change an interface of a virtual machine')
export const interfaceDeleteTask = networkTask('iface_delete', 'Remove an interface of a virtual machine')
/** Adds addresses. */
export const ipChangeTask = networkTask('ip_change', 'Change addresses of a virtual machine')
export const ipAutomationTask = networkTask('ip_automation', 'Set how addresses are configured in a virtual machine')
/** The guest takes over its host name with what else it is told. */
export const renameTask = networkTask('host_rename', 'Give a container its new name')
export const networkTasks = [
  interfaceCreateTask,
  interfaceEditTask,
  interfaceDeleteTask,
  ipChangeTask,
  ipAutomationTask,
  renameTask,
] as const
