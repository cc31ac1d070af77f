import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { CRASH_NOTICE } from '../../../domain/host/crash-cause.ts'
import type { DomainInfo } from '../../../drivers/hypervisor/domain-types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { stateOf } from './real-state.ts'
import { HOST_START, HOST_STOP, releaseWaiting } from './resources/waiting.ts'

export type Crashed = { id: number; internal_name: string; account_id: number }

const noted = { action: 'node_watch', step: null }
const GONE = { ...noted, msg: stored(msg`The VM is no longer defined on its node: starting it defines it again`) }
const CRASHED = { ...noted, msg: CRASH_NOTICE }
const STALLED = {
  ...noted,
  msg: stored(
    msg`The VM stands still: its storage is full, or cannot be written or read. It goes on by itself when that is over`,
  ),
}

/** A VM whose node is about to be read, and what its record is like before. */
export type Unread = { internal_name: string; version: number }

/** The VMs that the panel has on a node, or those of them with these names. */
export const hostsToRead = (node_id: number, names?: readonly string[]): Promise<Unread[]> =>
  db().prisma.host.findMany({
    where: { node_id, ...(names && { internal_name: { in: [...names] } }) },
    select: { internal_name: true, version: true },
  })

/**
 * Brings records in line with what a node reports. VMs with actions under way are left alone: their end writes the state; so are
 * those whose record was changed since `hostsToRead`, for the reading may be the older of the two. A VM that the node no longer
 * knows is crashed, with the reason; one that was forced off after a crash stays stopped.
 * @returns those that were found crashed just now
 */
export async function syncHosts(
  node_id: number,
  readings: readonly (Unread & { domain: DomainInfo | null })[],
): Promise<Crashed[]> {
  if (readings.length === 0) return []
  const rows = readings.map(({ internal_name, version, domain }) => ({
    internal_name,
    version,
    state: stateOf(domain),
    vnc_port: domain?.vnc_port ?? null,
    gone: domain === null,
    stalled: domain?.stalled ?? false,
    cpu_number: domain?.cpu_number ?? null,
    ram_mib: domain?.ram_mib ?? null,
  }))
  return transaction(async (work) => {
    const hosts = await work.sql<Crashed & { state: string; gone: boolean }>(
      `update host h set state = r.state, vnc_port = r.vnc_port, state_at = now(), version = h.version + 1,
              cpu_number = case when r.state = 'stopped' then coalesce(r.cpu_number, h.cpu_number) else h.cpu_number end,
              ram_mib = case when r.state = 'stopped' then coalesce(r.ram_mib, h.ram_mib) else h.ram_mib end,
              cpu_number_new = case when r.state <> 'stopped' then h.cpu_number_new end,
              ram_mib_new = case when r.state <> 'stopped' then h.ram_mib_new end,
              waits_for_start = case when r.state = 'stopped' then '{}' else h.waits_for_start end,
              password_at_start = h.password_at_start and (r.state <> 'active' or h.rescue is not null),
              guest_password = case when not h.password_at_start or r.state <> 'active' or h.rescue is not null then h.guest_password end,
              started_at = case when r.state <> 'active' then null else coalesce(h.started_at, now()) end,
              fault = case when r.gone then $3::jsonb when r.state = 'crashed' then $4::jsonb when r.stalled then $5::jsonb
                           when h.fault->>'action' = 'node_watch' then null else h.fault end
         from jsonb_to_recordset($2::jsonb) as r(internal_name text, version int, state text, vnc_port int, gone boolean, stalled boolean, cpu_number int, ram_mib int)
        where h.node_id = $1::int and h.internal_name = r.internal_name and h.version = r.version and h.queue = '[]' and h.state in ('active', 'stopped', 'unknown', 'crashed', 'creating')
          and h.is_built and not (h.state = 'crashed' and r.gone) and not (h.state = 'stopped' and r.state = 'crashed' and not r.gone)
          and (h.state, h.vnc_port, h.state = 'active' and coalesce(h.fault->>'action' = 'node_watch', false)) is distinct from (r.state, r.vnc_port, r.stalled)
        returning h.id, h.internal_name, h.account_id, h.state, r.gone`,
      [node_id, JSON.stringify(rows), JSON.stringify(GONE), JSON.stringify(CRASHED), JSON.stringify(STALLED)],
    )
    for (const host of hosts) {
      if (host.state === 'stopped') await releaseWaiting(work, host.id, HOST_STOP)
      if (host.state === 'active') await releaseWaiting(work, host.id, HOST_START)
      changed(work, {
        entity: 'host',
        entity_id: host.id,
        event: 'update',
        account_id: host.account_id,
        data: { state: host.state },
      })
    }
    return hosts.filter(({ state, gone }) => state === 'crashed' && !gone)
  })
}

/** VMs of a node that stand still and that nothing is done to. */
export async function stalledOn(node_id: number): Promise<string[]> {
  const { rows } = await db().pool.query<{ internal_name: string }>(
    `select internal_name from host where node_id = $1 and state = 'active' and queue = '[]' and fault->>'action' = 'node_watch'`,
    [node_id],
  )
  return rows.map(({ internal_name }) => internal_name)
}

/** Adds what the hypervisor says of a crash to the words about it. */
export const noteCause = (host: Crashed, cause: string) =>
  transaction(async (work) => {
    const rows = await work.sql(
      `update host set fault = jsonb_set(fault, '{msg}', to_jsonb((fault->>'msg') || ': ' || $2::text)), version = version + 1
        where id = $1::int and state = 'crashed' and fault->>'action' = 'node_watch' and position(': ' in fault->>'msg') = 0 returning id`,
      [host.id, cause],
    )
    if (rows.length > 0)
      changed(work, { entity: 'host', entity_id: host.id, event: 'update', account_id: host.account_id, data: {} })
  })

/** `cpu` in percent of one processor, null when it is not known yet; `ram` in MiB. */
export type Load = { internal_name: string; cpu: number | null; ram: number | null }

/** Writes the load of the running VMs of a node; the others have none. */
export async function writeLoads(node_id: number, loads: readonly Load[]): Promise<void> {
  await db().pool.query(
    `update host h set cpu_percent = case when r.cpu is null then h.cpu_percent else least(100, round(r.cpu / greatest(1, h.cpu_number)))::int end,
            ram_used_mib = r.ram
       from jsonb_to_recordset($2::jsonb) as r(internal_name text, cpu float8, ram int)
      where h.node_id = $1 and h.internal_name = r.internal_name`,
    [node_id, JSON.stringify(loads)],
  )
  await db().pool.query(
    `update host set cpu_percent = null, ram_used_mib = null where node_id = $1 and cpu_percent is not null and internal_name <> all($2::text[])`,
    [node_id, loads.map((load) => load.internal_name)],
  )
}

/** The node is away: how its VMs are is unknown, but for those with actions under way, whose end tells. Answers how many. */
export async function nodeIsAway(work: Work, node_id: number): Promise<number> {
  const hosts = await work.sql<{ id: number; account_id: number }>(
    `update host set state = 'unknown', state_at = now(), version = version + 1 where node_id = $1::int and queue = '[]'
       and state in ('active', 'stopped') returning id, account_id`,
    [node_id],
  )
  for (const host of hosts)
    changed(work, {
      entity: 'host',
      entity_id: host.id,
      event: 'update',
      account_id: host.account_id,
      data: { state: 'unknown' },
    })
  return hosts.length
}

/** Disks without a VM that were on a node which is removed are nowhere now. */
export const leaveNode = (work: Work, node_id: number) =>
  work.tx.disk.updateMany({ where: { node_id, host_id: null }, data: { node_id: null } })

/** Drops the fault of a task that was dismissed; a crash stays one. */
export const dropFaultOf = (work: Work, host_id: number, task: number) =>
  work.sql(
    `update host set fault = null where id = $1::int and (fault->>'task')::int = $2::int and state <> 'crashed' returning id`,
    [host_id, task],
  )
