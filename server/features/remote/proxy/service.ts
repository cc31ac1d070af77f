import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { type ControllerKind, controllerKinds, type IpmiType, ipmiTypes } from '../../../domain/ipmi/kinds.ts'
import type { ProxyType } from '../../../domain/proxy/schema.ts'
import { noResources, notFound, PanelError } from '../../../domain/shared/errors.ts'
import { msg, small } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { requireDevices } from '../device-gate.ts'
import { isProxyEnabled, requireProxy } from '../plugin/service.ts'
import { checkAccess, sessionAtPort } from './access.ts'
import { makeTicket } from './pass.ts'
import { readPorts, takePort } from './ports.ts'
import { closeSessions, tellListener, tellSession } from './store.ts'
import { proxyCloseTask, proxyOpenTask } from './tasks.ts'

/** How the proxy service divides controllers. */
export type ProxyKind = ControllerKind['proxy']
const typesOf = (kind: ProxyKind) => ipmiTypes.filter((type) => controllerKinds[type].proxy === kind)

/** However much it is used, a session ends after this. */
const LONGEST = "interval '12 hours'"

type Controller = {
  ipmi_id: number
  server_id: number
  owner_id: number | null
  name: string
  state: string
  type: IpmiType
}
const what = { ipmi: msg`Management controller`, amt: msg`AMT controller` }

/** The controller for its owner; of the wrong kind, or of another account, it does not exist. */
async function lockController(work: Work, { actor }: Context, kind: ProxyKind, id: number): Promise<Controller> {
  const [found] = await work.sql<Controller>(
    `select i.id as ipmi_id, s.id as server_id, s.owner_id, s.name, s.state, i.type from ipmi i join server s on s.id = i.server_id
      where i.id = $1::int and i.type = any($2::text[]) and ($3::boolean or s.owner_id = $4::int) for no key update of s`,
    [id, typesOf(kind), actor.isAdmin, actor.account_id],
  )
  if (!found) throw notFound(what[kind], id)
  return found
}

/** The newest open session of a controller. */
export async function readConnection({ actor }: Context, kind: ProxyKind, id: number) {
  type Found = { id: number; listen_web_port: number; proxy_type: ProxyType; name: string; state: string }
  const { rows } = await db().pool.query<Found>(
    `select s.name, s.state, p.id, p.listen_web_port, p.proxy_type from proxy_session p join ipmi i on i.id = p.ipmi_id join server s on s.id = i.server_id
      where i.id = $1 and i.type = any($2::text[]) and ($3 or s.owner_id = $4) and p.state <> 'closed' order by p.id desc limit 1`,
    [id, typesOf(kind), actor.isAdmin, actor.account_id],
  )
  if (!rows[0]) throw notFound(msg`Open session of ${small(what[kind])}`, id)
  const { name, state, ...found } = rows[0]
  requireDevices({ name, state }, actor)
  return found
}

/** Opens a port to a controller, or answers the one that is open. With `reconnect` it is closed before and opened anew. */
export async function openConnection(
  ctx: Context,
  kind: ProxyKind,
  id: number,
  { proxy_type, reconnect }: { proxy_type: ProxyType; reconnect: boolean },
) {
  await requireProxy()
  return ctx.mutate(async (work) => {
    const controller = await lockController(work, ctx, kind, id)
    requireDevices(controller, ctx.actor)
    const { ipmi_id } = controller
    if (reconnect) await closeSessions(work, { ipmi_id, proxy_type })
    const open = await work.tx.proxy_session.findFirst({ where: { ipmi_id, proxy_type, state: { not: 'closed' } } })
    if (open) {
      const { listen_web_port, state, task } = open
      return { listen_web_port, ...(state === 'opening' && task !== null && { task }) }
    }
    const listen_web_port = await takePort(work, ipmi_id)
    const [made] = await work.sql<{ id: number }>(
      `insert into proxy_session (ipmi_id, proxy_type, listen_web_port, account_id, expires_at)
       values ($1::int, $2, $3::int, $4::int, now() + ${LONGEST}) returning id`,
      [ipmi_id, proxy_type, listen_web_port, ctx.actor.account_id],
    )
    const proxy_session_id = (made as { id: number }).id
    const about = { registry_id: ipmi_id, entity: 'ipmi', account_id: controller.owner_id }
    const { consul_id: task } = await enqueue(work, proxyOpenTask, { proxy_session_id }, about)
    await work.tx.proxy_session.update({ where: { id: proxy_session_id }, data: { task } })
    tellSession(work, proxy_session_id, 'create', controller)
    await tellListener(work)
    return { task, listen_web_port }
  })
}

/** Closes the sessions of a controller. */
export async function closeConnection(ctx: Context, kind: ProxyKind, id: number) {
  return ctx.mutate(async (work) => {
    const { ipmi_id } = await lockController(work, ctx, kind, id)
    const [task] = await release(work, await closeSessions(work, { ipmi_id }))
    if (task === undefined) throw notFound(msg`Open session of ${small(what[kind])}`, id)
    return { task }
  })
}

/** Closes the session behind a port. */
export async function closePort(ctx: Context, port: number) {
  const found = await db().prisma.proxy_session.findFirst({
    where: { listen_web_port: port, state: { not: 'closed' } },
    select: { ipmi_id: true },
  })
  if (!found?.ipmi_id) throw notFound(msg`Proxy session at port`, port)
  const { ipmi_id } = found
  const row = await db().prisma.ipmi.findUnique({ where: { id: ipmi_id }, select: { type: true } })
  return ctx.mutate(async (work, note) => {
    const { proxy } = controllerKinds[(row?.type ?? 'ipmi') as IpmiType]
    await lockController(work, ctx, proxy, ipmi_id).catch((fault: unknown) => {
      throw fault instanceof PanelError ? notFound(msg`Proxy session at port`, port) : fault
    })
    note.entity_id = ipmi_id
    const [task] = await release(work, await closeSessions(work, { ipmi_id, port }))
    if (task === undefined) throw notFound(msg`Proxy session at port`, port)
    return { task }
  })
}

/** Closes all sessions. */
export async function dropSessions(ctx: Context) {
  return ctx.mutate(async (work, note) => {
    const closed = await closeSessions(work, {})
    note.parts = closed.map(({ ipmi_id }) => ({ entity: 'ipmi', ...(ipmi_id !== null && { entity_id: ipmi_id }) }))
    return { task: await release(work, closed) }
  })
}

/** A task for each controller whose sessions were closed, that waits until their ports are free. */
async function release(work: Work, closed: Awaited<ReturnType<typeof closeSessions>>): Promise<number[]> {
  const tasks = new Map<number, number>()
  for (const { id, ipmi_id, owner_id } of closed) {
    const about = { registry_id: ipmi_id ?? 0, entity: 'ipmi', account_id: owner_id }
    const group = tasks.get(about.registry_id)
    const { consul_id } = await enqueue(
      work,
      proxyCloseTask,
      { proxy_session_id: id },
      { ...about, ...(group !== undefined && { consul_id: group }) },
    )
    tasks.set(about.registry_id, consul_id)
  }
  return [...tasks.values()]
}

/** Whether the caller may use a port. */
export async function checkPort(ctx: Context, port: number) {
  checkAccess(await sessionAtPort(port), ctx.actor, port)
  return {}
}

/** A ticket with which the caller's browser gets in at a port, once. */
export async function ticketFor(ctx: Context, port: number) {
  const session = checkAccess(await sessionAtPort(port), ctx.actor, port)
  const ports = await readPorts()
  if (!ports) throw noResources(msg`No process of the panel listens on ports for controllers`)
  return ctx.mutate(async (work, note) => {
    note.entity_id = session.ipmi_id
    const ticket = await makeTicket(work.sql, session.id, ctx.actor.session_id)
    return { ticket, listen_web_port: port, host: ports.host, secure: ports.secure }
  })
}

/** The open sessions of a server's controller, for its page. */
export async function sessionsOfServer({ actor }: Context, server_id: number) {
  const { rows } = await db().pool.query<{ ipmi: number; type: IpmiType; certificate_changed: boolean }>(
    `select i.id as ipmi, i.type, i.web_identity is not null and coalesce((select x.fault = 'certificate' from proxy_session x
        where x.ipmi_id = i.id and x.proxy_type = 'web' order by x.id desc limit 1), false) as certificate_changed
       from ipmi i join server s on s.id = i.server_id where s.id = $1 and ($2 or s.owner_id = $3)`,
    [server_id, actor.isAdmin, actor.account_id],
  )
  const [controller] = rows
  if (!controller) throw notFound(msg`Management controller of server`, server_id)
  const { rows: list } = await db().pool.query(
    `select p.id, p.proxy_type, p.state, p.listen_web_port, a.email as opened_by, p.opened_at, p.used_at
       from proxy_session p left join account a on a.id = p.account_id where p.ipmi_id = $1 and p.state <> 'closed' order by p.id`,
    [controller.ipmi],
  )
  const dates = ({ opened_at, used_at, ...row }: (typeof list)[number]) => ({
    ...row,
    opened_at: opened_at.toISOString(),
    used_at: used_at.toISOString(),
  })
  return { ...controller, enabled: await isProxyEnabled(), list: list.map(dates) }
}
