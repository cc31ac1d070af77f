import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import { CRASH_NOTICE } from '../../../domain/host/crash-cause.ts'
import type { DomainInfo } from '../../../drivers/hypervisor/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { stateOf } from '../host/real-state.ts'
import type { Crashed } from './note-crash.ts'

const noted = { action: 'node_watch', step: null }
const GONE = { ...noted, msg: stored(msg`The VM is no longer defined on its node: starting it defines it again`) }
const CRASHED = { ...noted, msg: CRASH_NOTICE }

/**
 * Brings records in line with what a node reports. VMs with actions under way are left alone: their end writes the state. A VM
 * that the node no longer knows is crashed, with the reason; one that was forced off after a crash stays stopped.
 * @returns those that were found crashed just now
 */
export async function syncHosts(
  node_id: number,
  readings: [name: string, domain: DomainInfo | null][],
): Promise<Crashed[]> {
  if (readings.length === 0) return []
  const rows = readings.map(([internal_name, domain]) => ({
    internal_name,
    state: stateOf(domain),
    vnc_port: domain?.vnc_port ?? null,
    gone: domain === null,
  }))
  return transaction(async (work) => {
    const hosts = await work.sql<Crashed & { state: string; gone: boolean }>(
      `update host h set state = r.state, vnc_port = r.vnc_port, state_at = now(), version = h.version + 1,
              started_at = case when r.state <> 'active' then null else coalesce(h.started_at, now()) end,
              fault = case when r.gone then $3::jsonb when r.state = 'crashed' then $4::jsonb
                           when h.fault->>'action' = 'node_watch' then null else h.fault end
         from jsonb_to_recordset($2::jsonb) as r(internal_name text, state text, vnc_port int, gone boolean)
        where h.node_id = $1::int and h.internal_name = r.internal_name and h.queue = '[]' and h.state in ('active', 'stopped', 'unknown', 'crashed')
          and h.is_built and not (h.state = 'crashed' and r.gone) and not (h.state = 'stopped' and r.state = 'crashed' and not r.gone)
          and (h.state, h.vnc_port) is distinct from (r.state, r.vnc_port)
        returning h.id, h.internal_name, h.account_id, h.state, r.gone`,
      [node_id, JSON.stringify(rows), JSON.stringify(GONE), JSON.stringify(CRASHED)],
    )
    for (const host of hosts)
      changed(work, {
        entity: 'host',
        entity_id: host.id,
        event: 'update',
        account_id: host.account_id,
        data: { state: host.state },
      })
    return hosts.filter(({ state, gone }) => state === 'crashed' && !gone)
  })
}
