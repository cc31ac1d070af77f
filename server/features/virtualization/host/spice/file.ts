import type { Context } from '../../../../api/context.ts'
import { TICKET_USER, targetOf } from '../../../../console/spice/connect.ts'
import { createTicket } from '../../../../console/tickets.ts'
import { db } from '../../../../db/pool.ts'
import { whyNotHost } from '../../../../domain/host/allowed.ts'
import { hostRules } from '../../../../domain/host/rules.ts'
import { refused, wrongState } from '../../../../domain/shared/errors.ts'
import { panelSettings } from '../../../../process/settings.ts'
import { msg } from '../../../../shared/text.ts'
import { isRecorded } from '../../../remote/recording/policy.ts'
import { nodeConnection } from '../../node/connections.ts'
import { readHost } from '../service.ts'
import { OFF } from './change.ts'
import { requireSpice, unsealSpice } from './record.ts'

/** Where SPICE servers of VMs listen, on their node. */
const LOOPBACK = '127.0.0.1'
const READ_TIMEOUT_MS = 10_000

/**
 * Settings for a SPICE program that reaches the node by a way of its own; people use the file instead. The port is read from the
 * node; 0 while the VM is off or runs without SPICE.
 * @throws PanelError device_unreachable when the node of a running VM does not answer
 */
export async function spiceSettings(ctx: Context, id: number) {
  await readHost(ctx, id)
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id } })
  const node = row.node_id === null ? null : await db().prisma.node.findUnique({ where: { id: row.node_id } })
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  const port =
    node && row.state === 'active' && row.spice_enabled
      ? await (await nodeConnection(node.id, signal)).spicePort(row.internal_name, signal)
      : null
  const server = (ctx.actor.isAdmin && node?.ip) || LOOPBACK
  return { port: port ?? 0, server, password: row.spice_enabled ? unsealSpice(row) : '' }
}

/**
 * A file for virt-viewer that opens the screen of a VM through the panel, once and within two minutes.
 * @param panel address of the panel as the caller knows it; the configured one comes first
 * @throws PanelError wrong_state, refused
 */
export async function spiceFile(ctx: Context, id: number, panel: string | undefined) {
  const host = await readHost(ctx, id)
  const { spiceUrl, publicUrl } = panelSettings()
  const address = spiceUrl ?? publicUrl ?? panel
  if (!address)
    throw refused(msg`The panel does not know its own address: set DATAHALL_URL, or give it as "panel"`, 'panel')
  const cluster = await db().prisma.cluster.findUniqueOrThrow({ where: { id: host.cluster.id } })
  if (!host.spice_enabled) throw wrongState(OFF, 'spice_enabled')
  requireSpice(cluster, host)
  if (whyNotHost('console', host, ctx.actor)) throw wrongState(hostRules.console.error, host.state)
  const { account_id, session_id, roles } = ctx.actor
  return ctx.mutate(async (work) => {
    if (await isRecorded(work.tx, 'host', id, roles))
      throw refused(
        msg`The consoles of this VM are recorded, and SPICE cannot be: use the console in the browser`,
        'record_console',
      )
    const ticket = await createTicket(work.sql, {
      kind: 'spice',
      mode: 'control',
      object: 'host',
      object_id: id,
      account_id,
      session_id,
      take_over: false,
      record: false,
    })
    return { name: `${host.name}.vv`, content: fileOf(host, new URL(address), ticket) }
  })
}

/** The file as virt-viewer reads it (remote-viewer(1), "CONNECTION FILE"). Names of VMs have no line ends. */
function fileOf(host: { id: number; name: string }, panel: URL, ticket: string): string {
  const target = targetOf(host.id)
  const proxy = `${panel.protocol}//${TICKET_USER}:${ticket}@${panel.hostname}:${panel.port || (panel.protocol === 'https:' ? 443 : 80)}`
  const lines = {
    type: 'spice',
    host: target.host,
    port: target.port,
    proxy,
    title: host.name,
    'delete-this-file': 1,
  }
  return `[virt-viewer]\n${Object.entries(lines)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`
}
