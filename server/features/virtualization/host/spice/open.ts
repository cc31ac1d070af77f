import type { SpiceTarget } from '../../../../console/spice/gateway.ts'
import type { ConsoleGrant } from '../../../../console/tickets.ts'
import { nodeConnection } from '../../node/connections.ts'
import { checkHostConsole } from '../console.ts'
import { unsealSpice } from './record.ts'

/** Opens one connection to the SPICE server of a VM, checking the holder of the grant once more. The password goes to the gateway only. */
export async function openHostSpice(grant: ConsoleGrant, signal: AbortSignal): Promise<SpiceTarget> {
  const row = await checkHostConsole(grant)
  const connection = await nodeConnection(row.node_id, signal)
  return { stream: await connection.openSpice(row.internal_name, signal), password: unsealSpice(row) }
}
