import type { ipmi } from '../../../../generated/prisma/client.ts'
import type { ConsoleWish } from '../../../console/gateway.ts'
import { checkHolder } from '../../../console/holder.ts'
import { consoleLines, solRules } from '../../../console/serial/here.ts'
import type { ConsoleTarget } from '../../../console/session.ts'
import type { ConsoleGrant } from '../../../console/tickets.ts'
import { db } from '../../../db/pool.ts'
import { controllerKinds, type IpmiType } from '../../../domain/ipmi/kinds.ts'
import { notFound, refused } from '../../../domain/shared/errors.ts'
import type { BmcConnection } from '../../../drivers/bmc/types.ts'
import { msg } from '../../../shared/text.ts'
import { checkHostConsole, openHostConsole } from '../../virtualization/host/console.ts'
import { requireDevices } from '../device-gate.ts'
import { openBmc, withBmc } from '../ipmi/open.ts'
import { requireProxy } from '../plugin/service.ts'
import { routeKey } from '../proxy-location/route.ts'
import { fitFor } from './messages.ts'

/** Opens the console of a ticket, of a VM or a server. */
export const openConsole = (grant: ConsoleGrant, signal: AbortSignal, wish: ConsoleWish): Promise<ConsoleTarget> =>
  grant.object === 'host' ? openHostConsole(grant, signal, wish) : openServerConsole(grant, signal, wish)

/** Throws when the grant of an open console holds no longer. */
export async function checkConsole(grant: ConsoleGrant): Promise<void> {
  if (grant.object === 'host') await checkHostConsole(grant)
  else await checkServerConsole(grant)
}

/**
 * Whether a grant still holds: its holder is signed in and may see the server, which has a controller.
 * @throws PanelError signed_out, not_found, or forbidden while the server is suspended or consoles of controllers are switched off
 */
async function checkServerConsole(grant: ConsoleGrant) {
  const { account, isAdmin } = await checkHolder(grant)
  const { prisma } = db()
  const server = await prisma.server.findFirst({
    where: { id: grant.object_id, ...(!isAdmin && { owner_id: account.id }) },
    select: { id: true, name: true, state: true, owner_id: true },
  })
  if (!server) throw notFound(msg`Server`, grant.object_id)
  requireDevices(server, { isAdmin }, 'forbidden')
  const controller = await prisma.ipmi.findUnique({ where: { server_id: server.id } })
  if (!controller) throw notFound(msg`Management controller of server`, server.id)
  await requireProxy('forbidden')
  return { controller, isAdmin, owner_id: server.owner_id }
}

async function openServerConsole(
  grant: ConsoleGrant,
  signal: AbortSignal,
  { after }: ConsoleWish,
): Promise<ConsoleTarget> {
  const { controller, isAdmin, owner_id } = await checkServerConsole(grant)
  const fit = fitFor(isAdmin)
  try {
    const stream =
      grant.kind === 'vnc'
        ? await screenOf(await pinned(controller, signal), signal)
        : await consoleLines().join(
            {
              key: `ipmi ${controller.id}`,
              of: await lineOf(controller, owner_id),
              open: async (either) => solOf(await pinned(controller, either), grant.take_over, either),
              rules: solRules,
            },
            { account_id: grant.account_id, mode: grant.mode, after },
            signal,
          )
    return { stream, vncPassword: null, redact: fit.failure }
  } catch (fault) {
    throw fit.fault(fault)
  }
}

/** Identifies owner, address and route of a line: with another one it is another line. */
export const lineOf = async ({ server_id, type, ip, port }: ipmi, owner_id: number | null) =>
  [owner_id, type, ip, port, await routeKey(server_id)].join(' ')

/** A controller that has been met: who it is was pinned before a console sends anything to it. */
async function pinned(row: ipmi, signal: AbortSignal): Promise<ipmi> {
  if (row.identity !== null) return row
  await withBmc(row, signal, async () => {})
  return (await db().prisma.ipmi.findUnique({ where: { id: row.id } })) ?? row
}

async function solOf(row: ipmi, takeOver: boolean, signal: AbortSignal) {
  if (!controllerKinds[row.type as IpmiType].capabilities.sol)
    throw refused(msg`A controller of this kind has no serial console. Use an IPMI controller`)
  return closing(row, (bmc) => bmc.sol({ takeOver }, signal))
}

async function screenOf(row: ipmi, signal: AbortSignal) {
  return closing(row, async (bmc) => {
    if (!bmc.screen) throw refused(msg`A controller of this kind does not offer the screen`)
    return bmc.screen(signal)
  })
}

/** What is opened over a connection closes it. */
async function closing<Stream extends NodeJS.EventEmitter>(
  row: ipmi,
  open: (bmc: BmcConnection) => Promise<Stream>,
): Promise<Stream> {
  const bmc = await openBmc(row)
  const close = () => void bmc.close().catch(() => {})
  try {
    return (await open(bmc)).once('close', close)
  } catch (fault) {
    close()
    throw fault
  }
}
