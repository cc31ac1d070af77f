import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import {
  type Machine,
  noLiveSystem,
  type TemplateFacts,
  whyNotInstaller,
  whyNotNetwork,
  whyNotTemplate,
} from '../../../domain/operation/fitting.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { whyNotRaid } from '../../../domain/operation/raids.ts'
import type { ServerClear, ServerDiag, ServerInstall, ServerRescue } from '../../../domain/operation/schema.ts'
import { invalidInput, missingLink, notFound, PanelError, refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { requireDevices } from '../../remote/device-gate.ts'
import { type Asking, claimServer, loginOf, type Wanted } from './claim.ts'
import { newController } from './controller-job.ts'
import { contentSql, hasImage, isInstallerSql, machineSql, tellsSql, templateHere } from './fitting-sql.ts'
import { doneBy, liveSql } from './live-template.ts'
import { networkOf } from './network.ts'
import { requireDisks, requireRoom } from './room.ts'
import { serverOperationTask } from './task.ts'

export const installServer = (ctx: Context, id: number, body: ServerInstall) =>
  begin(ctx, id, 'install', body.os_template_id, {
    hdd_raid: body.hdd_raid ?? 'no_raid',
    clear_hdd: body.clear_hdd ?? 'none',
    disks: body.disk_serials ?? [],
    login: loginOf(body.password, body.ssh_pub_keys ?? []),
  })

export const diagnoseServer = (ctx: Context, id: number, body: ServerDiag) =>
  begin(ctx, id, 'diag', body.os_template_id, {
    clear_hdd: body.clear_hdd,
    setup_ipmi: body.setup_ipmi ?? false,
    load: body.load ?? [],
  })

/** The same as a part of something else, by an administrator. */
export async function diagnoseWithin(work: Work, ctx: Context, id: number, body: ServerDiag) {
  const { task } = await beginWithin(work, ctx, id, 'diag', body.os_template_id, {
    clear_hdd: body.clear_hdd,
    setup_ipmi: body.setup_ipmi ?? false,
  })
  return { task }
}

export const rescueServer = (ctx: Context, id: number, body: ServerRescue) =>
  begin(ctx, id, 'rescue', body.os_template_id, {
    login: loginOf(body.password, body.ssh_pub_keys ?? []),
  })

export const clearServer = (ctx: Context, id: number, body: ServerClear) =>
  begin(ctx, id, 'clear_hdd', null, { clear_hdd: body.clear_hdd })

const CONTENT = contentSql('t', 'x')
type More = Omit<Wanted, 'type' | 'template' | 'controller'> & { setup_ipmi?: boolean }

const begin = (ctx: Context, server_id: number, type: OperationType, template_id: number | null, more: More) =>
  ctx.mutate(async (work) => {
    const { task } = await beginWithin(work, ctx, server_id, type, template_id, more)
    return { task }
  })

/** Begins an operation as a part of something else. @returns the number of its task as clients know it, and the operation */
export async function beginWithin(
  work: Work,
  ctx: Asking,
  server_id: number,
  type: OperationType,
  template_id: number | null,
  { setup_ipmi = false, ...more }: More,
): Promise<{ task: number; operation_id: number }> {
  const owner = ctx.actor.isAdmin ? null : ctx.actor.account_id
  const [server] = await work.sql<{ name: string; state: string }>(
    'select name, state from server where id = $1::int and ($2::int is null or owner_id = $2::int) for no key update',
    [server_id, owner],
  )
  if (!server) throw notFound(msg`Server`, server_id)
  requireDevices(server, ctx.actor)
  if (type === 'install') requireRaid(more)
  const template = template_id === null ? null : await templateOf(work, type, server_id, template_id, more)
  if (type === 'install' || type === 'clear_hdd') await requireLive(work, type, server_id)
  if (type === 'install' && template) requireOneDisk(template, more)
  const wiped = await requireDisks(work, type, { id: server_id, name: server.name }, more)
  const controller = setup_ipmi ? await newController(work, server_id) : undefined
  const { id, owner_id } = await claimServer(work, ctx, server_id, { ...more, type, template, controller, wiped })
  const [ipmi] = await work.sql<{ id: number }>('select id from ipmi where server_id = $1::int', [server_id])
  const queued = await enqueue(
    work,
    serverOperationTask,
    { operation_id: id, server_id, ipmi_id: ipmi?.id ?? null },
    { registry_id: server_id, entity: 'server', account_id: owner_id },
  )
  await work.tx.operation.update({ where: { id }, data: { task: queued.id } })
  return { task: queued.consul_id, operation_id: id }
}

/** @throws PanelError `invalid_input` when it needs more disks than are named */
function requireRaid({ hdd_raid = 'no_raid', disks = [] }: Pick<Wanted, 'hdd_raid' | 'disks'>) {
  const why = whyNotRaid(hdd_raid, disks.length === 0 ? null : disks.length)
  if (why) throw invalidInput(why, 'disk_serials')
}

/** Without an array an image is written to one disk; an installer gets all that are named. @throws PanelError `invalid_input` when others would be left as they are */
function requireOneDisk(
  { installer }: { installer: boolean },
  { hdd_raid = 'no_raid', clear_hdd = 'none', disks = [] }: More,
) {
  if (installer || hdd_raid !== 'no_raid' || clear_hdd !== 'none' || disks.length < 2) return
  throw invalidInput(
    msg`Without an array a system is written to one disk: name one, choose an array, or have the others cleared`,
    'disk_serials',
  )
}

/** @throws PanelError `wrong_state` when the location of a server has no live system that does this */
async function requireLive(work: Work, type: OperationType, server_id: number) {
  const [live] = await work.sql(
    `select 1 as one from server s where s.id = $1::int and exists (${liveSql('s.location_id', '$2::text[]', machineSql('s'))})`,
    [server_id, doneBy[type]],
  )
  if (!live) throw wrongState(noLiveSystem, 'os_template_id')
}

const codes = {
  type: 'invalid_input',
  here: 'wrong_state',
  image: 'refused',
  arch: 'refused',
  firmware: 'refused',
  network: 'refused',
} as const

/** @throws PanelError `invalid_input` for a template of another type, `wrong_state` when the location does not have it, `refused` for what does not fit */
async function templateOf(work: Work, type: OperationType, server_id: number, id: number, more: More) {
  // Held in a statement of its own: a removal from the location holds it as well, and what that wrote is seen by the next one.
  await work.sql('select id from os_template where id = $1::int for share', [id])
  const [row] = await work.sql<TemplateFacts & { version: string; machine: Machine; mac: string[] }>(
    `select t.name, t.version, t.type, t.arch, t.firmware, t.ram_mib, t.disk_mib, ${templateHere('t', 's.location_id')} as here, ${hasImage(CONTENT)} as image,
            ${isInstallerSql(CONTENT)} as installer, ${tellsSql(CONTENT)} as tells,
            array(select m.mac from server_mac m where m.server_id = s.id order by m.position, m.mac) as mac,
            ${machineSql('s')} as machine
       from os_template t join server s on s.id = $2::int
       left join os_template_location x on x.template_id = t.id and x.location_id = s.location_id where t.id = $1::int`,
    [id, server_id],
  )
  if (!row) throw missingLink('os_template_id', msg`OS template`, id)
  const misfit =
    whyNotTemplate(type, row, row.machine) ??
    (row.installer ? whyNotNetwork(row, await networkOf(server_id, row.mac[0] ?? '')) : undefined)
  if (misfit) throw new PanelError(codes[misfit.why], misfit.words, { value: 'os_template_id' })
  const never = whyNotInstaller(row, { hdd_raid: more.hdd_raid ?? 'no_raid' })
  if (never) throw refused(never.words, never.field)
  await requireRoom(work, type, server_id, row, more)
  return { id, words: `${row.name} ${row.version}`, installer: row.installer }
}
