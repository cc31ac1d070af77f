import type { address_group } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { msg, quote } from '../../../shared/text.ts'
import { namesGroup } from './list.ts'

/** VMs by name; rules that wait or may be put back by an undo count as well. */
const USERS = `
  with named as (
    select h.id, h.name, h.account_id from host h where ${namesGroup('h', '$1::int')}
    union
    select h.id, h.name, h.account_id
      from task t join host h on h.id = t.registry_id left join task_step s on s.task_id = t.id
     where t.name = 'host_packet_rules' and t.status in ('created', 'deferred', 'running')
       and (t.input -> 'rules' @> jsonb_build_array(jsonb_build_object('group', $1::int))
            or s.output @> jsonb_build_array(jsonb_build_object('group', $1::int))))
  select name, (count(*) over ())::int as total from named order by name limit 3`

/** Refuses to delete a group that rules name. @throws PanelError `in_use` with the names of VMs */
export async function rejectUsed(work: Work, { id, name }: Pick<address_group, 'id' | 'name'>) {
  const rows = await work.sql<{ name: string; total: number }>(USERS, [id])
  const total = rows[0]?.total ?? 0
  if (total === 0) return
  const names = `${rows.map((row) => row.name).join(', ')}${total > rows.length ? ', …' : ''}`
  throw inUse(
    total === 1
      ? msg`The group ${quote(name)} is named by packet rules of 1 VM (${quote(names)}): change these first`
      : msg`The group ${quote(name)} is named by packet rules of ${total} VMs (${quote(names)}): change these first`,
  )
}
