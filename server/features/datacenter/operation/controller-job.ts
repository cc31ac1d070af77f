import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { IpmiType } from '../../../domain/ipmi/kinds.ts'
import { freshUser, whyNotInside } from '../../../domain/operation/controller.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { refused } from '../../../domain/shared/errors.ts'
import type { Job } from '../../../protocols/netboot/job.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { controllerPassword, type OperationSecrets, secretsOf } from './secrets.ts'

/**
 * The user that the controller of a server gets in an operation that begins.
 * @throws PanelError `refused` for a controller of another kind
 */
export async function newController(
  work: Work,
  server_id: number,
): Promise<NonNullable<OperationSecrets['controller']>> {
  const now = await work.tx.ipmi.findUnique({ where: { server_id }, select: { type: true, username: true } })
  const why = now && whyNotInside(now.type as IpmiType)
  if (why) throw refused(why, 'setup_ipmi')
  return { username: freshUser(now?.username), password: controllerPassword() }
}

/** Why the machine that has reported has no controller to set up; null: it has one. */
export const noController = (row: operation, report: HardwareReport): Text | null =>
  row.setup_ipmi && report.controller === null
    ? msg`The live system finds no management controller in the server: it has none, or no driver for it`
    : null

/**
 * What the live system gets to set up the controller; holds a secret, so it is neither stored nor logged. The address of the controller's record goes along when it
 * is one of a network of the location; otherwise the controller keeps the address that it has.
 */
export async function controllerJob(row: operation): Promise<Job> {
  const { controller } = secretsOf(row)
  if (!controller) return []
  const { rows } = await db().pool.query<{ address: string; netmask: string; gateway: string | null }>(
    `select host(i.ip) as address, host(netmask(n.net)) as netmask, host(n.gateway) as gateway
       from ipmi i join ipnet n on n.net >> i.ip and n.location_id = $2::int
      where i.server_id = $1::int and family(i.ip) = 4 order by masklen(n.net) desc limit 1`,
    [row.server_id, row.location_id],
  )
  const [own] = rows
  return [
    ['controller_user', controller.username],
    ['controller_password', controller.password],
    ...(own
      ? ([
          ['controller_address', own.address],
          ['controller_netmask', own.netmask],
        ] as const)
      : []),
    ...(own?.gateway ? ([['controller_gateway', own.gateway]] as const) : []),
  ]
}
