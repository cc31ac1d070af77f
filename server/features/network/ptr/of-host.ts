import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { PtrGroup, PtrList } from '../../../domain/ptr/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { lastChange } from '../../../events/change-feed.ts'
import { msg } from '../../../shared/text.ts'
import { PTR_STATUS } from './sql.ts'

// An address without a record is there as well; further records are those within its IPv6 subnet.
const GROUPS = `
  with own as (
    select i.id, i.family, coalesce(i.gateway, '') as gateway, i.ip_addr,
           coalesce(i.prefix, n.net, set_masklen(i.ip_addr, case i.family when 2 then 32 else 128 end)) as net
      from ip i left join ipnet n on n.id = i.ipnet_id where i.host_id = $1::int),
  named as (
    select o.*, r.id as ptr_id, coalesce(r.ip_addr, o.ip_addr) as address, coalesce(r.domain, '') as domain, ${PTR_STATUS} as status,
           coalesce(r.found, '{}') as found, r.fault, r.read_at
      from own o left join ptr r on r.ip_id = o.id
    union all
    select o.*, null, o.ip_addr, '', 'none', '{}', null, null
      from own o where exists (select from ptr r where r.ip_id = o.id)
       and not exists (select from ptr r where r.ip_id = o.id and r.ip_addr = o.ip_addr))
  select family, gateway, host(network(net)) as network, masklen(net) as prefix, count(*)::int as ip_count,
         json_agg(json_build_object('id', id, 'name', host(address), 'domain', domain, 'status', status, 'found', found, 'fault', fault,
           'read_at', to_char(read_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by address) as ip
    from named group by family, gateway, net order by family, net`

/** The addresses of a VM with their reverse records, by network. @throws PanelError 404 when the caller does not see the VM */
export async function listHostPtr(ctx: Context, host_id: number): Promise<PtrList> {
  const last_notify = await lastChange()
  const { isAdmin, account_id } = ctx.actor
  const where = { id: host_id, ...(!isAdmin && { account_id }) }
  if ((await db().prisma.host.count({ where })) === 0) throw notFound(msg`VM`, host_id)
  const { rows } = await db().pool.query<PtrGroup>(GROUPS, [host_id])
  return { last_notify, list: rows, size: rows.length }
}
