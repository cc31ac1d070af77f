import type { ipmi } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import type { IpmiType } from '../../../domain/ipmi/kinds.ts'
import { bmcDriver } from '../../../drivers/bmc/registry.ts'
import type { BmcConnection, BmcTarget } from '../../../drivers/bmc/types.ts'
import { routeToServer } from '../proxy-location/route.ts'

/** Where a sealed password belongs. */
export const passwordOf = (id: number) => ({ table: 'ipmi', id, column: 'password' })

/** Where a controller is and how to get in; holds a secret, so it is neither kept nor logged. */
export const bmcTarget = (row: ipmi): BmcTarget => ({
  address: row.ip,
  ...(row.port !== null && { port: row.port }),
  username: row.username,
  password: unseal(row.password, passwordOf(row.id)),
  identity: row.identity,
})

/**
 *
 * A connection to a controller, through the relay of its location where there is one. The caller closes it.
 * @throws PanelError refused for an invalid target
 */
export async function openBmc(row: ipmi): Promise<BmcConnection> {
  const route = await routeToServer(row.server_id)
  return bmcDriver(row.type as IpmiType).connect({ ...bmcTarget(row), ...(route && { route }) })
}

/**
 *
 * Makes a connection for one piece of work and closes it. The identity at first contact is pinned: from then on no
 * other is accepted.
 * @throws PanelError of the driver, and what the work throws
 */
export async function withBmc<T>(row: ipmi, signal: AbortSignal, use: (bmc: BmcConnection) => Promise<T>): Promise<T> {
  const bmc = await openBmc(row)
  try {
    if (row.identity === null) await pin(row, await bmc.identity(signal))
    return await use(bmc)
  } finally {
    await bmc.close()
  }
}

async function pin(row: ipmi, identity: string | null) {
  if (identity === null) return
  await db().prisma.ipmi.updateMany({
    where: { id: row.id, identity: null, ip: row.ip, port: row.port, type: row.type },
    data: { identity },
  })
}
