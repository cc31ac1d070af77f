import { panelKey } from '../../../auth/panel-key.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { SshTarget } from '../../../drivers/control-host/check.ts'
import { msg } from '../../../shared/text.ts'

/** Where the control host of a location is and how to get in; holds a secret, so it is neither kept nor logged. */
export async function controlHostOf(id: number): Promise<SshTarget> {
  const row = await db().prisma.location.findUnique({ where: { id } })
  if (!row) throw notFound(msg`Location`, id)
  const auth = row.ssh_password
    ? { password: unseal(row.ssh_password, { table: 'location', id, column: 'ssh_password' }) }
    : { privateKey: (await panelKey()).privateKey }
  return { address: row.ssh_address, port: row.ssh_port, username: row.ssh_user, auth, hostKey: row.host_key }
}
