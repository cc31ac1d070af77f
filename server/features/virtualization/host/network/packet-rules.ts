import { z } from 'zod'
import type { host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import { type PacketRule, type PacketRules, packetActions, packetRule } from '../../../../domain/host/packet-rules.ts'
import { storedRules } from '../../../../domain/host/rule-groups.ts'
import { needsOf, unmetNeed } from '../../../../domain/node/capabilities.ts'
import { notFound, PanelError } from '../../../../domain/shared/errors.ts'
import type { FirewallRule, PacketCounters } from '../../../../drivers/hypervisor/packet-types.ts'
import { msg } from '../../../../shared/text.ts'
import { defineTask } from '../../../../tasks/define.ts'
import { groupsOf, holdGroups } from '../../address-group/of-rules.ts'
import { nodeConnection } from '../../node/connections.ts'
import { claimHost, hostChanged, ownHost, queueHostTask } from '../claim.ts'
import { judge } from '../judge.ts'
import { renewNetworkRules } from '../network-rules.ts'
import { rejectNeeds } from '../placement.ts'
import { settleHost } from '../real-state.ts'

const READ_TIMEOUT_MS = 10_000

/** What a VM has, with what its rules have met as far as its node answers. */
export async function readPacketRules(ctx: Context, host_id: number): Promise<PacketRules> {
  const row = await db().prisma.host.findFirst({ where: ownHost(ctx.actor, host_id) })
  if (!row) throw notFound(msg`VM`, host_id)
  const met = await countersOf(row, ctx.signal)
  const fixed = row.firewall_rules as unknown as FirewallRule[]
  const own = storedRules(row.packet_rules)
  let place = 0
  const counted = (enabled: boolean) => (enabled && met ? (met.rules[place++] ?? null) : null)
  const list = [
    ...fixed.map((rule) => ({ ...packetRule.parse({ ...rule }), met: counted(true) })),
    ...own.map((rule) => ({ ...rule, met: counted(rule.enabled) })),
  ]
  const has = await capabilitiesAt(db().prisma, row)
  const actions = packetActions.filter((action) => !has || !unmetNeed(has, needsOf({ packet_rules: [{ action }] })))
  const groups = (await groupsOf(db().prisma, own)).map(({ id, name, members }) => ({
    id,
    name,
    members: [...members],
  }))
  return { anti_spoofing: row.anti_spoofing, fixed: fixed.length, actions, list, groups, forged: met?.forged ?? null }
}

/** What the node of a VM can do; null without a node. */
async function capabilitiesAt(tx: Pick<Work['tx'], 'node'>, { node_id }: host): Promise<string[] | null> {
  if (node_id === null) return null
  return (await tx.node.findUniqueOrThrow({ where: { id: node_id }, select: { capabilities: true } })).capabilities
}

async function countersOf(row: host, signal: AbortSignal | undefined): Promise<PacketCounters | null> {
  if (row.node_id === null || row.state === 'unknown') return null
  const bound = AbortSignal.any([AbortSignal.timeout(READ_TIMEOUT_MS), ...(signal ? [signal] : [])])
  try {
    return await (await nodeConnection(row.node_id, bound)).packetCounters(row.internal_name, bound)
  } catch (fault) {
    if (fault instanceof PanelError) return null
    throw fault
  }
}

/** Gives a VM other packet rules, all at once; one that runs has them without a packet lost. */
export async function changePacketRules(ctx: Context, host_id: number, rules: PacketRule[]) {
  return ctx.mutate(async (work) => {
    // What was written wrongly is said whatever the VM is doing.
    const asked = await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id), select: { account_id: true } })
    if (!asked) throw notFound(msg`VM`, host_id)
    await holdGroups(work, rules, asked.account_id)
    const { row } = await claimHost(work, ctx, host_id, 'network')
    if (row.account_id !== asked.account_id) await holdGroups(work, rules, row.account_id)
    const has = await capabilitiesAt(work.tx, row)
    const needs = needsOf({ packet_rules: rules.filter(({ enabled }) => enabled) })
    if (has)
      rejectNeeds(
        has,
        needs.map((need) => ({ ...need, field: 'rules' })),
      )
    const task = await queueHostTask(work, ctx, row, {
      definition: packetRulesTask,
      input: { host_id, rules },
      params: { rules: rules.length },
    })
    return { id: host_id, task: task.consul_id }
  })
}

export const packetRulesTask = defineTask({
  name: 'host_packet_rules',
  title: 'Change packet rules of a virtual machine',
  input: z.object({ host_id: z.int(), rules: z.array(packetRule) }),
  locks: ({ host_id }) => [`host:${host_id}`],
  timeoutMs: 5 * 60_000,
  async run(t, { host_id, rules }) {
    await judge(host_id, 'network')
    await t.stepTx('store', (work) => storeRules(work, host_id, rules), {
      undo: async (work, before) => void (await storeRules(work, host_id, before)),
    })
    await t.step('rules', (signal) => renewNetworkRules(host_id, signal), { retries: 2, timeoutMs: 60_000 })
  },
  settle: (t, { host_id }, outcome) => settleHost(t, host_id, { action: 'host_packet_rules', outcome }),
})

/** Answers what stood there. */
async function storeRules(work: Work, id: number, rules: PacketRule[]): Promise<PacketRule[]> {
  const before = await work.tx.host.findUniqueOrThrow({ where: { id } })
  // It may have another owner than when the change was asked for.
  await holdGroups(work, rules, before.account_id)
  await work.tx.host.update({ where: { id }, data: { packet_rules: rules, version: { increment: 1 } } })
  hostChanged(work, before)
  return storedRules(before.packet_rules)
}
