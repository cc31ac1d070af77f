import { transaction } from '../../../db/transaction.ts'
import type { DomainInfo } from '../../../drivers/hypervisor/types.ts'
import { changed } from '../../../events/changes.ts'
import { stateOf } from '../host/real-state.ts'

const GONE = { action: 'node_watch', task: null, step: null, msg: 'The machine is no longer defined on its node' }

/**
 * Brings records in line with what a node reports. Machines under an exclusive task are left alone: its end writes their
 * state. A machine the node no longer knows is crashed, with the reason.
 */
export async function syncHosts(node_id: number, readings: [name: string, domain: DomainInfo | null][]) {
  if (readings.length === 0) return
  const rows = readings.map(([internal_name, domain]) => ({
    internal_name,
    state: stateOf(domain),
    vnc_port: domain?.vnc_port ?? null,
    gone: domain === null,
  }))
  await transaction(async (work) => {
    const hosts = await work.sql<{ id: number; account_id: number; state: string }>(
      `update host h set state = r.state, vnc_port = r.vnc_port, state_at = now(), version = h.version + 1,
              started_at = case when r.state <> 'active' then null else coalesce(h.started_at, now()) end,
              fault = case when r.gone then $3::jsonb else h.fault end
         from jsonb_to_recordset($2::jsonb) as r(internal_name text, state text, vnc_port int, gone boolean)
        where h.node_id = $1::int and h.internal_name = r.internal_name and h.action is null and h.state in ('active', 'stopped', 'unknown', 'crashed')
          and not (h.state = 'crashed' and (r.gone or coalesce(h.fault->>'action', '') = 'host_create'))
          and (h.state, h.vnc_port) is distinct from (r.state, r.vnc_port)
        returning h.id, h.account_id, h.state`,
      [node_id, JSON.stringify(rows), JSON.stringify(GONE)],
    )
    for (const host of hosts)
      changed(work, {
        entity: 'host',
        entity_id: host.id,
        event: 'update',
        account_id: host.account_id,
        data: { state: host.state },
      })
  })
}
