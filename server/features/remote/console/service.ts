import { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { viewersOf } from '../../../console/presence.ts'
import { createTicket } from '../../../console/tickets.ts'
import { db } from '../../../db/pool.ts'
import type { ServerConsoleWish } from '../../../domain/console/server.ts'
import { controllerKinds, type IpmiType } from '../../../domain/ipmi/kinds.ts'
import { notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueueOnce } from '../../datacenter/device/enqueue-once.ts'
import { serverList } from '../../datacenter/server/list.ts'
import { nameViewers } from '../../virtualization/host/console/service.ts'
import { requireDevices } from '../device-gate.ts'
import { withBmc } from '../ipmi/open.ts'
import { isProxyEnabled, requireProxy } from '../plugin/service.ts'
import { isRecorded } from '../recording/policy.ts'

type Row = { name: string; state: string }
/** What a kind of controller can show of its server, and whether its serial console may have to be switched on first. */
const consoleOffers = (type: IpmiType) => {
  const { sol, screen, enable_serial } = controllerKinds[type].capabilities
  return { sol, vnc: screen, enable_serial }
}
type Offers = ReturnType<typeof consoleOffers>
const nothing: Offers = { sol: false, vnc: false, enable_serial: false }

/** What the controller of a server can show of it, and who watches. */
export async function readServerConsole(ctx: Context, id: number) {
  await readServer(ctx, id)
  const controller = await db().prisma.ipmi.findUnique({ where: { server_id: id }, select: { type: true } })
  const viewers = await nameViewers(ctx, viewersOf(`server ${id}`))
  return {
    ...viewers,
    controller: (controller?.type ?? null) as IpmiType | null,
    offers: controller ? consoleOffers(controller.type as IpmiType) : nothing,
    enabled: await isProxyEnabled(),
  }
}

/** A ticket for one console connection to a server, good for 30 seconds and for the caller only. */
export async function openServerConsole(ctx: Context, id: number, wish: ServerConsoleWish) {
  const { kind, mode, take_over } = wish
  const server = await readServer(ctx, id)
  requireDevices(server, ctx.actor)
  const controller = await controllerOf(id)
  await requireProxy()
  if (!consoleOffers(controller.type)[kind])
    throw refused(
      kind === 'sol'
        ? msg`The controller of this server uses ${controllerKinds[controller.type].label}, which has no serial console. Add it as an IPMI controller`
        : msg`The controller of this server does not offer its screen`,
      'kind',
    )
  if (take_over && mode === 'view') throw refused(msg`A view-only console cannot take over`, 'take_over')
  const { account_id, session_id, roles } = ctx.actor
  return ctx.mutate(async (work) => {
    const record = await isRecorded(work.tx, 'server', id, roles)
    const grant = { kind, mode, object: 'server', object_id: id, account_id, session_id, take_over, record } as const
    return { ticket: await createTicket(work.sql, grant), path: '/console/ws', recorded: record }
  })
}

/** Lets the controller of a server open its serial console, where the firmware has it switched off. */
export async function enableServerSerial(ctx: Context, id: number) {
  const { id: ipmi_id, type } = await controllerOf(id)
  if (!consoleOffers(type).enable_serial)
    throw refused(msg`The serial console of a controller of this kind is turned on in the settings of the controller`)
  return ctx.mutate(async (work) => {
    const about = { registry_id: ipmi_id, entity: 'ipmi' }
    const { consul_id } = await enqueueOnce(work, serialEnableTask, { ipmi_id }, `serial_enable:${ipmi_id}`, about)
    return { id, task: consul_id }
  })
}

export const serialEnableTask = defineTask({
  name: 'serial_enable',
  title: 'Switch on serial console',
  input: z.object({ ipmi_id: z.int() }),
  locks: ({ ipmi_id }) => [`ipmi:${ipmi_id}`],
  timeoutMs: 2 * 60_000,
  async run(t, { ipmi_id }) {
    t.progress(10, msg`Polling the controller`)
    await t.step(
      'enable',
      async (signal) => {
        const row = await db().prisma.ipmi.findUnique({ where: { id: ipmi_id } })
        if (!row) throw notFound(msg`Management controller`, ipmi_id)
        await withBmc(row, signal, async (bmc) => bmc.enableSerial?.(signal))
      },
      { timeoutMs: 60_000 },
    )
    return {}
  },
})

const readServer = (ctx: Context, id: number) => serveRow<Row>(serverList, ctx, id)

async function controllerOf(server_id: number) {
  const row = await db().prisma.ipmi.findUnique({ where: { server_id }, select: { id: true, type: true } })
  if (!row) throw wrongState(msg`The server has no management controller`, 'ipmi')
  return { ...row, type: row.type as IpmiType }
}
