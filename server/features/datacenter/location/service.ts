import type { Context } from '../../../api/context.ts'
import { rejectInUse, uniqueName, usedBy, writeEdit } from '../../../api/edit.ts'
import { alone } from '../../../db/advisory.ts'
import { db } from '../../../db/pool.ts'
import { seal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import type { LocationCreate, LocationEdit } from '../../../domain/location/schema.ts'
import { alreadyExists, inUse, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { forgetLocation } from '../os-template/leave.ts'
import { deleteVlansOf } from '../vlan/service.ts'
import { locationCheckTask } from './tasks.ts'

const naming = { entity: 'location', what: msg`Location` } as const

/** @throws PanelError 404 when there is no such location */
export async function requireLocation(id: number): Promise<void> {
  if ((await db().prisma.location.count({ where: { id } })) === 0) throw notFound(msg`Location`, id)
}

const sealed = (id: number, password: string) => seal(password, { table: 'location', id, column: 'ssh_password' })

/** Adds a location and queues the check of its control host. */
export async function createLocation(ctx: Context, body: LocationCreate) {
  return uniqueName(msg`A location`, body.name, () =>
    ctx.mutate(async (work) => {
      const { id } = await insertLocation(work, body)
      return { id, task: await queueCheck(work, id, ctx.actor.account_id) }
    }),
  )
}

async function insertLocation(work: Work, { password, ...data }: LocationCreate) {
  const { id } = await work.tx.location.create({ data })
  if (password) await work.tx.location.update({ where: { id }, data: { ssh_password: sealed(id, password) } })
  changed(work, { entity: 'location', entity_id: id, event: 'create', data: { name: data.name } })
  return { id }
}

/**
 *
 * Adds the first location and queues the check of its control host, whose task is also shown to `account_id`.
 * @throws PanelError `already_exists` when there is a location
 */
export async function createFirstLocation(ctx: Context, body: LocationCreate, account_id: number) {
  return ctx.mutate(async (work) => {
    // Of two who set up at the same moment the second sees what the first made.
    await alone(work, 'first_location')
    const [first] = await work.sql<{ name: string }>('select name from location order by id limit 1')
    if (first)
      throw alreadyExists(
        msg`The panel is set up already, with the location ${first.name}: change it, or add another one`,
      )
    const { id } = await insertLocation(work, body)
    return { id, task: await queueCheck(work, id, account_id) }
  })
}

/**
 * Changes a location. Changed SSH data are checked again, and another host gets its key pinned anew; so does the same address, sent
 * again after a check that failed: that is how a new key is accepted.
 */
export async function editLocation(ctx: Context, id: number, body: LocationEdit) {
  const { password, ...data } = body
  return uniqueName(msg`A location`, body.name, () =>
    ctx.mutate(async (work) => {
      const [now] = await work.sql<{ ssh_address: string; ssh_port: number; ssh_user: string; status: string }>(
        'select ssh_address, ssh_port, ssh_user, status from location where id = $1::int for update',
        [id],
      )
      if (!now) throw notFound(msg`Location`, id)
      const differs = (field: 'ssh_address' | 'ssh_port' | 'ssh_user') =>
        body[field] !== undefined && body[field] !== now[field]
      const again = now.status === 'check_failed' && (body.ssh_address ?? body.ssh_port) !== undefined
      const otherHost = again || differs('ssh_address') || differs('ssh_port')
      const wayIn = otherHost || differs('ssh_user') || password !== undefined
      await writeEdit(ctx, work, work.tx.location, naming, id, {
        ...data,
        ...(wayIn && { status: 'created', fault: null }),
      })
      await work.tx.location.update({
        where: { id },
        data: {
          ...(password !== undefined && { ssh_password: password ? sealed(id, password) : null }),
          ...(otherHost && { host_key: null }),
        },
      })
      return { id, ...(wayIn && { task: await queueCheck(work, id, ctx.actor.account_id) }) }
    }),
  )
}

/** Says how many devices of a location the poller asks at once; it holds from the next reading. */
export async function setPollLimit(ctx: Context, id: number, poll_limit: number) {
  await ctx.mutate((work) => writeEdit(ctx, work, work.tx.location, naming, id, { poll_limit }))
  return { id }
}

/** Says which VLAN ports of servers are in while an operation runs; operations that are under way keep theirs. */
export async function setProvisioningVlan(ctx: Context, id: number, provisioning_vlan: number | null) {
  await ctx.mutate((work) => writeEdit(ctx, work, work.tx.location, naming, id, { provisioning_vlan }))
  return { id }
}

/** Removes an empty location with its VLANs. */
export async function deleteLocation(ctx: Context, id: number, force: boolean) {
  await ctx.mutate(async (work) => {
    const [location] = await work.sql<{ name: string; runs: boolean }>(
      "select name, dhcp4_conf <> '{}' as runs from location where id = $1::int for update",
      [id],
    )
    if (!location) throw notFound(msg`Location`, id)
    if (location.runs && !force)
      throw inUse(
        msg`The control host of ${location.name} runs boot services: remove them first, or delete the location with force and leave them there`,
      )
    const at = (table: string) => `select name from ${table} where location_id = $1::int`
    rejectInUse(msg`Location`, location.name, [
      await usedBy(work, 'rack', at('rack'), id),
      await usedBy(work, 'server', at('server'), id),
      await usedBy(work, 'pool', at('ippool'), id),
      await usedBy(work, 'network', at('ipnet'), id),
      await usedBy(work, 'stock_item', at('stock_item'), id),
    ])
    await deleteVlansOf(work, id)
    await forgetLocation(work, id)
    await work.tx.location.delete({ where: { id } })
    changed(work, { entity: 'location', entity_id: id, event: 'delete' })
  })
  return { id }
}

/** Checks the way in to the control host, as a task. */
export async function checkLocation(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const [location] = await work.sql('select id from location where id = $1::int for key share', [id])
    if (!location) throw notFound(msg`Location`, id)
    return { task: await queueCheck(work, id, ctx.actor.account_id) }
  })
}

async function queueCheck(work: Work, id: number, account_id: number) {
  const { consul_id } = await enqueue(
    work,
    locationCheckTask,
    { location_id: id },
    { registry_id: id, entity: 'location', account_id },
  )
  changed(work, { entity: 'location', entity_id: id, event: 'update', data: { checking: true } })
  return consul_id
}
