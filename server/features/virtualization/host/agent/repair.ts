import { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import { stored } from '../../../../db/sentences.ts'
import { deviceRejected, notFound, wrongState } from '../../../../domain/shared/errors.ts'
import type { AgentRepair } from '../../../../drivers/hypervisor/guest-types.ts'
import { msg, type Text } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { judge } from '../judge.ts'
import { requireCapability } from '../placement.ts'
import { settleHost } from '../real-state.ts'

/** What was found, for people; a repair that did not help ends as failed. */
const words: Record<AgentRepair['found'], Text> = {
  answers: msg`The guest agent answers`,
  replugged: msg`The guest agent answers again: its channel was plugged in anew`,
  silent: msg`The guest agent does not answer, and did not when its channel was plugged in anew: install qemu-guest-agent in the guest and start it`,
  held: msg`The guest agent does not answer, and its channel cannot be plugged in anew while the VM runs: restart the VM`,
}
const helped = (found: AgentRepair['found']) => found === 'answers' || found === 'replugged'

export const hostRepairAgentTask = defineTask({
  name: 'host_repair_agent',
  title: 'Repair the guest agent',
  input: z.object({ host_id: z.int() }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 3 * 60_000,
  async run(t, { host_id }) {
    const { row } = await judge(host_id, 'guest_agent')
    const { node_id } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    t.progress(20, msg`Asking the guest agent`)
    const { found } = await t.step(
      'repair',
      async (signal) => (await nodeConnection(node_id, signal)).repairGuestAgent(row.internal_name, signal),
      { retries: 1, timeoutMs: 90_000 },
    )
    if (!helped(found)) throw deviceRejected(words[found], 'guest_agent')
    t.progress(100, words[found])
    return { found, msg: stored(words[found]) }
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, { action: 'host_repair_agent', outcome }),
})

/** Asks the agent of a running VM, and brings it back when it is silent. */
export async function repairAgent(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
    if (!own) throw notFound(msg`VM`, id)
    await requireCapability(work, own, 'guest_agent')
    const { row } = await claimHost(work, ctx, id, 'guest_agent')
    const task = await queueHostTask(work, ctx, row, { definition: hostRepairAgentTask, input: { host_id: id } })
    return { id, task: task.consul_id }
  })
}
