import type { ConsoleWish } from '../../../console/gateway.ts'
import { checkHolder } from '../../../console/holder.ts'
import { consoleLines, serialRules } from '../../../console/serial/here.ts'
import type { ConsoleTarget } from '../../../console/session.ts'
import type { ConsoleGrant } from '../../../console/tickets.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import { whyNotHost } from '../../../domain/host/allowed.ts'
import { hostRules } from '../../../domain/host/rules.ts'
import { forbidden, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { nodeConnection } from '../node/connections.ts'
import { factsOf } from './claim.ts'

/**
 *
 * Whether a grant is still valid: its holder is signed in and may see the VM, which has a console now.
 * @returns the VM; throws `signed_out`, `not_found` or `wrong_state`
 */
export async function checkHostConsole(grant: ConsoleGrant) {
  const { account, isAdmin } = await checkHolder(grant)
  const row = await db().prisma.host.findFirst({
    where: { id: grant.object_id, ...(!isAdmin && { account_id: account.id }) },
  })
  if (!row) throw notFound(msg`VM`, grant.object_id)
  if (whyNotHost('console', factsOf(row), { isAdmin }) || row.node_id === null)
    throw wrongState(hostRules.console.error)
  if (grant.kind === 'spice' && !(row.spice_enabled && (await allowsSpice(row.cluster_id))))
    throw forbidden(msg`SPICE was switched off for this VM`)
  return { ...row, node_id: row.node_id }
}

const allowsSpice = async (cluster_id: number): Promise<boolean> =>
  (await db().prisma.cluster.count({ where: { id: cluster_id, spice_enabled: true } })) > 0

/**
 * Opens a VM's console for a ticket, checking its holder once more: a ticket lives 30 s. The VNC password goes to the
 * gateway only.
 */
export async function openHostConsole(
  grant: ConsoleGrant,
  signal: AbortSignal,
  { after }: ConsoleWish,
): Promise<ConsoleTarget> {
  const row = await checkHostConsole(grant)
  if (grant.kind === 'serial') {
    // A serial port has one reader; two pages, or two processes, would take it from each other for ever.
    const open = async (either: AbortSignal) =>
      (await nodeConnection(row.node_id, either)).openSerial(row.internal_name, either)
    const viewer = { account_id: grant.account_id, mode: grant.mode, after }
    const line = { key: `host ${row.id}`, of: `account ${row.account_id}`, open, rules: serialRules }
    return { stream: await consoleLines().join(line, viewer, signal), vncPassword: null }
  }
  const connection = await nodeConnection(row.node_id, signal)
  const vncPassword = row.vnc_password
    ? unseal(row.vnc_password, { table: 'host', id: row.id, column: 'vnc_password' })
    : null
  return { stream: await connection.openVnc(row.internal_name, signal), vncPassword }
}
