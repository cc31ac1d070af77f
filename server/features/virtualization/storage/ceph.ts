import type { storage } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import { deviceRejected, type PanelError } from '../../../domain/shared/errors.ts'
import { cephUser } from '../../../domain/storage/volumes.ts'
import { cleanMessage } from '../../../drivers/clean-message.ts'
import { type CephAccess, readCephAccess } from '../../../drivers/storage/ceph/access.ts'
import { connectSsh } from '../../../protocols/ssh/connect.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { msg, withValues } from '../../../shared/text.ts'
import type { Params, Pool } from './place.ts'

/** Where the password of a storage is kept. */
export const passwordPlace = (id: number) => ({ table: 'storage', id, column: 'password' })

/** Of a pool that the panel makes, when none is named: right for a pool of some TiB on a handful of disks; Ceph adapts it later. */
const PLACEMENT_GROUPS = 32

/** What stays open in the fields of a pool. */
export const withDefaults = (pool: Pool) => ({
  rbd_user: cephUser(pool),
  placement_groups: Number(pool.placement_groups || PLACEMENT_GROUPS),
})

/** Pool and user of a storage on the nodes of a cluster. */
export const cephPool = (pool: Pool) => ({ pool: String(pool.rbd_pool_name), user: cephUser(pool) })

/** How what nodes need to reach a cluster of Ceph is fetched from the host of a monitor. The key goes to the nodes, and is kept nowhere else. */
export const cephAccess =
  (row: storage, virt_pool: Pool) =>
  async (signal: AbortSignal): Promise<CephAccess> => {
    const { ip_addr = '', ssh_port = 22, login = '' } = (row.storage_params ?? {}) as Params
    const password = row.password === null ? '' : unseal(row.password, passwordPlace(row.id))
    // A second node may come while the first one is still learning the key.
    const { host_key: hostKey } = await db().prisma.storage.findUniqueOrThrow({ where: { id: row.id } })
    const target = { address: ip_addr, port: ssh_port, username: login, auth: { password }, hostKey }
    try {
      const ssh = await connectSsh(target, signal)
      try {
        await db().prisma.storage.updateMany({ where: { id: row.id, host_key: null }, data: { host_key: ssh.hostKey } })
        const { placement_groups } = withDefaults(virt_pool)
        return await readCephAccess(ssh, { ...cephPool(virt_pool), placement_groups }, signal)
      } finally {
        ssh.close()
      }
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof SshError ? asMonitorError(error, ip_addr) : error
    }
  }

/** Not `device_unreachable`: the node is there. */
function asMonitorError(error: SshError, address: string): PanelError {
  const detail = withValues(error.text, cleanMessage)
  const reject = (text: ReturnType<typeof msg>) => deviceRejected(text, { cause: error })
  switch (error.kind) {
    case 'auth_refused':
      return reject(msg`The monitor host ${address} rejected the sign-in: check login and password of the storage`)
    case 'host_key_changed':
      return reject(
        msg`The SSH key of the monitor host ${address} changed (${detail}): if it was reinstalled, connect the storage anew; otherwise the connection may be intercepted`,
      )
    default:
      return reject(msg`The monitor host ${address} cannot be reached over SSH: ${detail}`)
  }
}
