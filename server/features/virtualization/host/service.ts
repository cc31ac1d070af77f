import type { Context } from '../../../api/context.ts'
import { expected, stale } from '../../../api/edit.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { createTicket } from '../../../console/tickets.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import { isUniqueViolation } from '../../../db/transaction.ts'
import { whyNotHost } from '../../../domain/host/allowed.ts'
import type { Host } from '../../../domain/host/record.ts'
import { hostRules } from '../../../domain/host/rules.ts'
import type { HostEdit } from '../../../domain/host/schema.ts'
import { possibleCapabilities } from '../../../domain/node/capabilities.ts'
import { alreadyExists, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { firstAsking } from '../../../domain/shared/neutral.ts'
import { msg } from '../../../shared/text.ts'
import { isRecorded } from '../../remote/recording/policy.ts'
import { nodeConnection } from '../node/connections.ts'
import { hostChanged, noteHistory, ownHost } from './claim.ts'
import { hostList } from './list.ts'
import { queueRename } from './network/rename.ts'
import { rejectSnapshotSettings } from './snapshot/settings.ts'
import { changeSpice, rejectSpice, withoutSpice } from './spice/change.ts'

/** Where VNC servers of VMs listen, on their node. */
const LOOPBACK = '127.0.0.1'
const LOG_TIMEOUT_MS = 10_000

export const readHost = (ctx: Context, id: number) => serveRow<Host>(hostList, ctx, id)

/** Changes name, comment and the like at once; SPICE and the name of a container are brought to the node, by a task that is answered. */
export async function editHost(ctx: Context, id: number, body: HostEdit) {
  const { values, ha_restore_on_fail: _, ha_restore_priority: __, ...data } = body
  const asking = firstAsking('values', values)
  if (asking) throw refused(msg`The fields of values are set by their own operations`, asking)
  const ha = (['ha_restore_on_fail', 'ha_restore_priority'] as const).find((field) => body[field])
  if (ha) throw refused(msg`High availability is not available yet`, ha)
  try {
    return await ctx.mutate(async (work) => {
      await rejectSpice(work, ctx, id, data)
      const standing = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
      if (standing) rejectSnapshotSettings(ctx.actor, data, standing)
      const { count } = await work.tx.host.updateMany({
        where: {
          ...ownHost(ctx.actor, id),
          state: { in: [...hostRules.edit.from] },
          ...expected(ctx),
        },
        data: { ...withoutSpice(data), version: { increment: 1 } },
      })
      const row = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
      if (!row) throw notFound(msg`VM`, id)
      if (count === 0 && row.state === 'deleting') throw wrongState(hostRules.edit.error)
      if (count === 0) throw stale(msg`VM`, id)
      hostChanged(work, row, withoutSpice(data))
      const renamed = standing && (await queueRename(work, ctx, standing, row))
      const task = (await changeSpice(work, ctx, row, data)) ?? renamed
      return { id, ...(task !== null && { task }) }
    })
  } catch (fault) {
    if (isUniqueViolation(fault, 'name'))
      throw alreadyExists(msg`The owner already has a VM named ${body.name ?? ''}`, 'name')
    throw fault
  }
}

/** @throws PanelError refused for what runs without a screen */
export function requireScreen({ virtualization_type }: { virtualization_type: string }): void {
  if (!possibleCapabilities(virtualization_type).includes('screen'))
    throw refused(msg`A container has no screen: use its console`, 'kind')
}

/**
 * Settings for a VNC client that reaches the node directly; browsers use the console instead. The VNC server listens on
 * the loopback of its node: administrators get the address of the node, owners the one it listens at.
 */
export async function vncSettings(ctx: Context, id: number) {
  const host = await readHost(ctx, id)
  requireScreen(host.cluster)
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id } })
  const node =
    ctx.actor.isAdmin && row.node_id !== null ? await db().prisma.node.findUnique({ where: { id: row.node_id } }) : null
  return {
    port: row.vnc_port ?? 0,
    server: node?.ip ?? LOOPBACK,
    password: row.vnc_password ? unseal(row.vnc_password, { table: 'host', id, column: 'vnc_password' }) : '',
    internal_name: host.internal_name,
  }
}

/** What the hypervisor of the node has logged of a VM; throws `device_unreachable` when the node does not answer. */
export const readHypervisorLog = async (ctx: Context, id: number) => ({
  log: (await readLog(ctx, id, 'hypervisorLog')) ?? '',
})

/**
 * What the guest has written to its serial port; null when its node keeps no log of it: it was never started, or made
 * before nodes kept them. Throws `device_unreachable` when the node does not answer.
 */
export const readConsoleLog = async (ctx: Context, id: number) => ({ log: await readLog(ctx, id, 'consoleLog') })

async function readLog(ctx: Context, id: number, which: 'hypervisorLog' | 'consoleLog'): Promise<string | null> {
  await readHost(ctx, id)
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id } })
  if (row.node_id === null) return null
  const signal = AbortSignal.timeout(LOG_TIMEOUT_MS)
  return (await nodeConnection(row.node_id, signal))[which](row.internal_name, signal)
}

/** A note that a user or API client adds to the history of a VM. */
export async function addHistory(ctx: Context, id: number, name: string) {
  await ctx.mutate(async (work) => {
    const row = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
    if (!row) throw notFound(msg`VM`, id)
    await noteHistory(work, { host_id: id, name, user: ctx.actor.email, task: null, state: 'complete' })
    hostChanged(work, row)
  })
  return {}
}

/** The console of a container, under the name that the documents have for it: address and ticket in one. */
export async function openLxdConsole(ctx: Context, id: number) {
  const host = await readHost(ctx, id)
  if (host.cluster.virtualization_type !== 'lxd')
    throw refused(msg`This is a virtual machine, not a container: ask for its console by /host/${id}/console`)
  const { ticket, path, recorded } = await openConsole(ctx, id, 'serial', 'control')
  return { socket: path, ticket, recorded }
}

/** A ticket for one console connection, good for 30 seconds and for the caller only. */
export async function openConsole(ctx: Context, id: number, kind: 'vnc' | 'serial', mode: 'control' | 'view') {
  const host = await readHost(ctx, id)
  if (whyNotHost('console', host, ctx.actor)) throw wrongState(hostRules.console.error, host.state)
  if (kind === 'vnc') requireScreen(host.cluster)
  const { account_id, session_id, roles } = ctx.actor
  return ctx.mutate(async (work) => {
    const record = await isRecorded(work.tx, 'host', id, roles)
    const ticket = await createTicket(work.sql, {
      kind,
      mode,
      object: 'host',
      object_id: id,
      account_id,
      session_id,
      take_over: false,
      record,
    })
    return { ticket, path: '/console/ws', recorded: record }
  })
}
