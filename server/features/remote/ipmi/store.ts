import type { Work } from '../../../db/transaction.ts'
import type { PowerStatus } from '../../../domain/server/power.ts'
import { changed } from '../../../events/changes.ts'
import { toJson } from '../../../tasks/json.ts'
import { refreshPower } from '../power/refresh.ts'

type Before = { server_id: number; account_id: number | null; news: boolean }

/** What is written into `status_info` of a controller that could not be asked. */
export type IpmiFault = { fault: string; identity_changed?: true }

/**
 *
 * Stores the power as read from a controller, and that it answers. Lock order: the server before its controller.
 * @param at when it was read: later writes are not replaced
 */
export async function storePower(work: Work, ipmi_id: number, power_status: PowerStatus, at: Date): Promise<void> {
  const [before] = await work.sql<Before>(
    `update ipmi d set status = 'ok', status_info = '{}', power_status = $2, last_update = now(), last_success_update = now()
       from (select i.id, i.status, i.power_status, s.owner_id from server s join ipmi i on i.server_id = s.id
              where i.id = $1::int for no key update of s, i) o
      where d.id = o.id and (d.last_update is null or d.last_update <= $3::timestamptz + interval '1 ms')
     returning d.server_id, o.owner_id as account_id, o.status <> 'ok' or o.power_status <> $2 as news`,
    [ipmi_id, power_status, at.toISOString()],
  )
  await tell(work, ipmi_id, before, { status: 'ok', power_status })
}

/** It could not be read: the power of its server is unknown. @param at as above */
export async function ipmiPollFailed(work: Work, ipmi_id: number, info: IpmiFault, at = new Date()): Promise<void> {
  const [before] = await work.sql<Before>(
    `update ipmi d set status = 'fail', status_info = $2::jsonb, power_status = 'unknown', last_update = now()
       from (select i.id, i.status, i.status_info, i.power_status, s.owner_id from server s join ipmi i on i.server_id = s.id
              where i.id = $1::int for no key update of s, i) o
      where d.id = o.id and (d.last_update is null or d.last_update <= $3::timestamptz + interval '1 ms')
     returning d.server_id, o.owner_id as account_id,
               o.status <> 'fail' or o.power_status <> 'unknown' or o.status_info is distinct from $2::jsonb as news`,
    [ipmi_id, toJson(info), at.toISOString()],
  )
  // Owners hear of this change, and the reason names the way to the controller.
  await tell(work, ipmi_id, before, { status: 'fail', power_status: 'unknown' })
}

async function tell(work: Work, entity_id: number, row: Before | undefined, data: Record<string, unknown>) {
  if (!row?.news) return
  const { server_id, account_id } = row
  changed(work, { entity: 'ipmi', entity_id, event: 'update', data, account_id, relations: { server: server_id } })
  await refreshPower(work, [server_id])
}
