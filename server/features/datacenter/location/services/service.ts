import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { LocationSetup } from '../../../../domain/location/schema.ts'
import { locationLifecycle, type locationStatuses } from '../../../../domain/location/states.ts'
import { inUse, invalidInput, notFound, wrongState } from '../../../../domain/shared/errors.ts'
import { changed } from '../../../../events/changes.ts'
import { joined, msg } from '../../../../shared/text.ts'
import { enqueue } from '../../../../tasks/enqueue.ts'
import { lockStructure } from '../../../network/structure.ts'
import { leaveLocation } from '../../os-template/leave.ts'
import type { ServiceParams, WebParams } from './desired.ts'
import { locationRemoveServicesTask, locationSetupTask } from './setup-task.ts'

type Row = {
  id: number
  status: (typeof locationStatuses)[number]
  params_dhcp: ServiceParams
  params_web: WebParams
  setup_info: { interfaces?: string[]; interfaces_4?: string[]; addresses?: string[] }
}

/**
 * Takes a location for the work on its services. One that is being set up already answers the task that does it, unless something else is asked for.
 * @throws PanelError `not_found`, or `wrong_state` with the reason
 */
async function take(work: Work, id: number, action: 'setup' | 'remove_services'): Promise<Row> {
  const [row] = await work.sql<Row>(
    `update location set status = 'setup', fault = null, version = version + 1
      where id = $1::int and status = any($2::text[])
     returning id, status, params_dhcp, params_web, setup_info`,
    [id, locationLifecycle.actions[action].from],
  )
  if (row) return row
  const now = await work.tx.location.findUnique({ where: { id } })
  if (!now) throw notFound(msg`Location`, id)
  const status = now.status as Row['status']
  if (locationLifecycle.isMoving(status))
    throw wrongState(msg`The location ${now.name} is being set up: wait until this has ended`)
  const verdict = locationLifecycle.can(action, status)
  throw wrongState(verdict.ok ? msg`The location was changed in the meantime` : verdict.reason)
}

/** Sets up what machines of a location boot with, or sets it up anew with other parameters; without any it mends what differs. */
export async function setUpLocation(ctx: Context, id: number, body: LocationSetup): Promise<{ task: number }> {
  return ctx.mutate(async (work) => {
    const row = await take(work, id, 'setup')
    const params = merged(row, body)
    await requireFound(row, params)
    await requireRanges(work, row, params.params_dhcp)
    await work.tx.location.update({ where: { id }, data: params })
    return queue(work, ctx, id, locationSetupTask)
  })
}

/** Takes the services away from the control host, which keeps nothing of them, nor the OS templates that it has. */
export async function removeServices(ctx: Context, id: number): Promise<{ task: number }> {
  return ctx.mutate(async (work) => {
    await take(work, id, 'remove_services')
    if ((await work.tx.operation.count({ where: { location_id: id, ended_at: null } })) > 0)
      throw inUse(msg`Servers of the location are in operations: wait until these have ended`)
    const queued = await queue(work, ctx, id, locationRemoveServicesTask)
    await leaveLocation(work, id, queued.task)
    return queued
  })
}

async function queue(
  work: Work,
  ctx: Context,
  id: number,
  definition: typeof locationSetupTask | typeof locationRemoveServicesTask,
) {
  const { consul_id } = await enqueue(
    work,
    definition,
    { location_id: id },
    { registry_id: id, entity: 'location', account_id: ctx.actor.account_id },
  )
  changed(work, { entity: 'location', entity_id: id, event: 'update', data: { status: 'setup' } })
  return { task: consul_id }
}

/** What was not given stays; at the first time all interfaces are taken that the check has found with an IPv4 address. */
function merged({ params_dhcp, params_web, setup_info }: Row, { dhcp, web }: LocationSetup) {
  const given = Object.fromEntries(Object.entries(dhcp ?? {}).filter(([, value]) => value !== undefined))
  const of = Object.fromEntries(Object.entries(web ?? {}).filter(([, value]) => value !== undefined))
  return {
    params_dhcp: {
      interfaces_4: setup_info.interfaces_4 ?? setup_info.interfaces ?? [],
      ...params_dhcp,
      ...given,
    } as ServiceParams,
    params_web: { ...params_web, ...of } as WebParams,
  }
}

/** @throws PanelError `invalid_input` for an interface or address that the control host was not seen to have */
async function requireFound(
  { setup_info }: Row,
  { params_dhcp, params_web }: { params_dhcp: ServiceParams; params_web: WebParams },
): Promise<void> {
  const chosen = params_dhcp.interfaces_4 ?? []
  const unknown = chosen.find((one) => !setup_info.interfaces?.includes(one))
  if (unknown !== undefined)
    throw invalidInput(
      msg`The control host has no interface ${unknown}: check the location to read them anew`,
      'dhcp.interfaces_4',
    )
  if (chosen.length === 0)
    throw invalidInput(msg`Choose at least one interface of the control host`, 'dhcp.interfaces_4')
  // A check of an earlier version did not note them.
  const bare = setup_info.interfaces_4 ? chosen.filter((one) => !setup_info.interfaces_4?.includes(one)) : []
  if (bare.length > 0)
    throw invalidInput(
      msg`The control host has no IPv4 address at ${joined(bare, ', ')}: choose other interfaces, or give it one and check the location again`,
      'dhcp.interfaces_4',
    )
  const other = params_web.addresses?.find((one) => !setup_info.addresses?.includes(one))
  if (other !== undefined)
    throw invalidInput(
      msg`The control host has no address ${other}: check the location to read them anew`,
      'web.addresses',
    )
}

type Wrong = { first: string; last: string; why: 'order' | 'network' | 'overlap' | 'pool' | 'gateway' | 'own' | 'used' }

/** @throws PanelError `invalid_input` for a range outside of the location's networks, or with addresses that are given out otherwise */
async function requireRanges(work: Work, { id, setup_info }: Row, { ranges = [] }: ServiceParams): Promise<void> {
  if (ranges.length === 0) return
  // Pools and networks that are made meanwhile look for ranges in the same turn.
  await lockStructure(work)
  const [wrong] = await work.sql<Wrong>(
    `with r as (select r.first, r.last, r.first::inet as f, r.last::inet as l, r.n
                  from rows from (jsonb_to_recordset($2::jsonb) as (first text, last text)) with ordinality as r(first, last, n)),
          judged as (
            select r.n, r.first, r.last,
                   case when r.f > r.l then 'order' when n.id is null then 'network'
                        when exists (select from r o where o.n < r.n and o.f <= r.l and o.l >= r.f) then 'overlap'
                        when exists (select from iprange g where g.family = 2 and g.first <= r.l and g.last >= r.f) then 'pool'
                        when n.gateway between r.f and r.l then 'gateway'
                        when exists (select from unnest($3::text[]) a where a::inet between r.f and r.l) then 'own'
                        when exists (select from ip i where i.family = 2 and i.ip_addr between r.f and r.l) then 'used' end as why
              from r left join ipnet n on n.location_id = $1::int and n.family = 2 and r.f << n.net and r.l << n.net)
     select first, last, why from judged where why is not null order by n limit 1`,
    [id, JSON.stringify(ranges), setup_info.addresses ?? []],
  )
  if (!wrong) return
  const range = `${wrong.first}-${wrong.last}`
  const reasons = {
    order: msg`The range ${range} ends before it begins`,
    network: msg`The range ${range} lies in no IPv4 network of the location: add the network first`,
    overlap: msg`The range ${range} overlaps another range`,
    pool: msg`The range ${range} has addresses of a pool: choose others`,
    gateway: msg`The range ${range} has the gateway of its network: choose others`,
    own: msg`The range ${range} has an address of the control host: choose others`,
    used: msg`The range ${range} has addresses that are in use: choose others`,
  }
  throw invalidInput(reasons[wrong.why], 'dhcp.ranges')
}
