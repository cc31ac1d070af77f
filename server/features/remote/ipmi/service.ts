import type { ipmi } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { orNone, writeEdit } from '../../../api/edit.ts'
import { seal } from '../../../db/secrets.ts'
import { isUniqueViolation, lockRow, type Work } from '../../../db/transaction.ts'
import type { IpmiCreate, IpmiEdit } from '../../../domain/ipmi/schema.ts'
import { alreadyExists, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { nextId } from '../../datacenter/device/next-id.ts'
import { refreshPower } from '../power/refresh.ts'
import { passwordOf } from './open.ts'
import { queueIpmiPoll } from './poll.ts'

const what = msg`Management controller`

/** Adds the controller of a server; it is asked at once. A server has one. */
export async function addIpmi(ctx: Context, server_id: number, body: IpmiCreate) {
  try {
    return await ctx.mutate(async (work) => {
      const made = await addIpmiWithin(work, server_id, body)
      return made
    })
  } catch (fault) {
    if (isUniqueViolation(fault, 'server_id'))
      throw alreadyExists(msg`Server ${server_id} already has a management controller`)
    throw fault
  }
}

/** The same as a part of something else. */
export async function addIpmiWithin(work: Work, server_id: number, { password, mac, ...plain }: IpmiCreate) {
  const server = await lockServer(work, server_id)
  const id = await nextId(work, 'ipmi')
  const sealed = seal(password, passwordOf(id))
  await work.tx.ipmi.create({ data: { ...plain, id, server_id, mac: mac?.toLowerCase() || null, password: sealed } })
  tell(work, id, 'create', server_id, server.owner_id)
  await queueIpmiPoll(work, id)
  return { id }
}

/** Changes a controller. At another address, port or of another kind it is another one: who answers there is pinned anew. */
export async function editIpmi(ctx: Context, id: number, { password, mac, ...plain }: IpmiEdit) {
  await ctx.mutate(async (work) => {
    const now = await lockIpmi(work, id)
    const elsewhere = (['ip', 'port', 'type'] as const).some(
      (field) => plain[field] !== undefined && plain[field] !== now[field],
    )
    await writeEdit(ctx, work, work.tx.ipmi, { entity: 'ipmi', what, account_id: now.owner_id }, id, {
      ...plain,
      mac: orNone(mac?.toLowerCase()),
      ...(elsewhere && { identity: null, web_identity: null }),
    })
    // What is open to the old one is closed, in every process.
    if (elsewhere)
      changed(work, {
        entity: 'ipmi',
        entity_id: id,
        event: 'update',
        account_id: now.owner_id,
        data: { moved: true },
        relations: { server: now.server_id },
      })
    if (password !== undefined)
      await work.tx.ipmi.update({ where: { id }, data: { password: seal(password, passwordOf(id)) } })
    await queueIpmiPoll(work, id)
  })
  return { id }
}

type Place = { id: number; type: string; ip: string; port: number | null }

/**
 * Gives a controller another user, as a part of something else, as long as it is where the user was tried.
 * @returns its number
 * @throws PanelError `wrong_state` when it was changed meanwhile
 */
export async function setLoginWithin(
  work: Work,
  place: Place,
  { username, password }: { username: string; password: string },
) {
  const { id } = place
  const { server_id, owner_id } = await lockIpmi(work, id)
  const data = { username, password: seal(password, passwordOf(id)), version: { increment: 1 } }
  const { count } = await work.tx.ipmi.updateMany({ where: place, data })
  if (count === 0) throw wrongState(msg`The management controller was changed meanwhile: it was left as it is`)
  const about = { account_id: owner_id, relations: { server: server_id } }
  changed(work, { entity: 'ipmi', entity_id: id, event: 'update', data: { login: true }, ...about })
  await queueIpmiPoll(work, id)
  return id
}

/** Says at which port its web page is; at another one it is another page, whose certificate is pinned anew. */
export async function setWebPort(ctx: Context, id: number, web_port: number | null) {
  await ctx.mutate(async (work) => {
    const now = await lockIpmi(work, id)
    await writeEdit(ctx, work, work.tx.ipmi, { entity: 'ipmi', what, account_id: now.owner_id }, id, {
      web_port,
      ...(web_port !== now.web_port && { web_identity: null }),
    })
  })
  return { id }
}

/** Takes the controller away from its server. */
export async function deleteIpmi(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const { server_id, owner_id } = await lockIpmi(work, id)
    await work.tx.ipmi.delete({ where: { id } })
    tell(work, id, 'delete', server_id, owner_id)
    await refreshPower(work, [server_id])
  })
  return { id }
}

/** Accepts the present identity at its address from now on: after a certificate was renewed or a board replaced. */
export async function trustIpmi(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const { owner_id } = await lockIpmi(work, id)
    await writeEdit(ctx, work, work.tx.ipmi, { entity: 'ipmi', what, account_id: owner_id }, id, {
      identity: null,
      web_identity: null,
    })
    const { consul_id } = await queueIpmiPoll(work, id)
    return { id, task: consul_id }
  })
}

/** Asks a controller now, or answers the poll that is under way. */
export async function pollIpmiNow(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    await lockIpmi(work, id)
    const { consul_id } = await queueIpmiPoll(work, id)
    return { id, task: consul_id }
  })
}

function tell(work: Work, entity_id: number, event: 'create' | 'delete', server: number, account_id: number | null) {
  changed(work, { entity: 'ipmi', entity_id, event, account_id, relations: { server } })
  changed(work, { entity: 'server', entity_id: server, event: 'update', account_id })
}

async function lockServer(work: Work, id: number) {
  const [row] = await work.sql<{ owner_id: number | null }>(
    'select owner_id from server where id = $1::int for no key update',
    [id],
  )
  if (!row) throw notFound(msg`Server`, id)
  return row
}

/** Lock order: its server first, as for all updates of the power. */
async function lockIpmi(work: Work, id: number): Promise<ipmi & { owner_id: number | null }> {
  const [server] = await work.sql<{ owner_id: number | null }>(
    'select owner_id from server where id = (select server_id from ipmi where id = $1::int) for no key update',
    [id],
  )
  await lockRow(work, 'ipmi', id)
  const row = server && (await work.tx.ipmi.findUnique({ where: { id } }))
  if (!row) throw notFound(what, id)
  return { ...row, ...server }
}
