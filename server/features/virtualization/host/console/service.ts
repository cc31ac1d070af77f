import type { Context } from '../../../../api/context.ts'
import { viewersOf } from '../../../../console/presence.ts'
import type { ConsoleViewer as Viewer } from '../../../../console/registry.ts'
import { db } from '../../../../db/pool.ts'
import type { ConsoleViewer } from '../../../../domain/console/viewer.ts'
import { readHost } from '../service.ts'

/** Viewers of a VM's consoles, in all processes of the panel. */
export async function readViewers(ctx: Context, hostId: number): Promise<{ list: ConsoleViewer[]; size: number }> {
  await readHost(ctx, hostId)
  return nameViewers(ctx, viewersOf(`host ${hostId}`))
}

/** Viewers with the names of their accounts, for callers that may see the VM. */
export async function nameViewers(ctx: Context, viewers: readonly Viewer[]) {
  const ids = [...new Set(viewers.map((viewer) => viewer.account_id))]
  const accounts = await db().prisma.account.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } })
  const list = viewers.flatMap(({ id, account_id, kind, mode, since }) => {
    const account = accounts.find((one) => one.id === account_id)
    return account ? [{ id, account, kind, mode, since, self: account_id === ctx.actor.account_id }] : []
  })
  return { list, size: list.length }
}
