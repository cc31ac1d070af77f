import { db } from '../../../../db/pool.ts'
import { unseal } from '../../../../db/secrets.ts'
import { nodeConnection } from '../../node/connections.ts'
import { presentSpec } from '../define-again.ts'

/** Gives the screens of a running VM the passwords of its record. */
export async function setPasswords(host_id: number, signal: AbortSignal): Promise<void> {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  if (row.node_id === null) return
  const node = await nodeConnection(row.node_id, signal)
  if (row.vnc_password) {
    const password = unseal(row.vnc_password, { table: 'host', id: host_id, column: 'vnc_password' })
    await node.setVncPassword(row.internal_name, password, signal)
  }
  const spec = await presentSpec(row, row.node_id)
  if (spec.spice) await node.changeSpice(spec, signal)
}
