import type { ConsoleTarget } from '../../../console/session.ts'
import { SharedLines } from '../../../console/shared-line.ts'
import type { ConsoleGrant } from '../../../console/tickets.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import { hostLifecycle } from '../../../domain/host/states.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { nodeConnection } from '../node/connections.ts'

const serialLines = new WeakMap<NodeConnection, SharedLines>()

/**
 * Whether a grant still holds: its holder is signed in and may see the machine, which has a console now.
 * @returns the machine; throws `signed_out`, `not_found` or `wrong_state`
 */
export async function checkHostConsole(grant: ConsoleGrant) {
  const { prisma } = db()
  const account = await prisma.account.findFirst({ where: { id: grant.account_id, state: 'active' } })
  const session =
    grant.session_id === null ? true : await prisma.session.findUnique({ where: { id: grant.session_id } })
  if (!account || !session) throw new PanelError('signed_out', 'You are signed out')
  const isAdmin = account.roles.includes('@admin')
  const row = await prisma.host.findFirst({ where: { id: grant.host_id, ...(!isAdmin && { account_id: account.id }) } })
  if (!row) throw notFound('Virtual machine', grant.host_id)
  const verdict = hostLifecycle.can('console', row.state as 'active')
  if (!verdict.ok || row.node_id === null) throw new PanelError('wrong_state', 'The machine is not running')
  return { ...row, node_id: row.node_id }
}

/**
 * Opens the way to a machine's console for a ticket, checking once more whom it was given to: a ticket lives 30 s. The VNC
 * password goes to the gateway only.
 */
export async function openHostConsole(grant: ConsoleGrant, signal: AbortSignal): Promise<ConsoleTarget> {
  const row = await checkHostConsole(grant)
  const connection = await nodeConnection(row.node_id, signal)
  if (grant.kind === 'serial') {
    const lines = serialLines.get(connection) ?? new SharedLines()
    serialLines.set(connection, lines)
    // A serial port has one reader; two pages would take it from each other for ever.
    const open = (either: AbortSignal) => connection.openSerial(row.internal_name, either)
    return { stream: await lines.join(row.internal_name, open, signal), vncPassword: null }
  }
  const vncPassword = row.vnc_password
    ? unseal(row.vnc_password, { table: 'host', id: row.id, column: 'vnc_password' })
    : null
  return { stream: await connection.openVnc(row.internal_name, signal), vncPassword }
}
