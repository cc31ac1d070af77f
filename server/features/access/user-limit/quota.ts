import type { Work } from '../../../db/transaction.ts'
import { noResources } from '../../../domain/shared/errors.ts'
import { rolesByPower } from '../../../domain/shared/roles.ts'
import { type LimitField, limitFields, type PerHostField, type TotalField } from '../../../domain/user-limit/fields.ts'
import { msg } from '../../../shared/text.ts'

/** What one VM takes. */
export type Taken = { cpu_number: number; ram_mib: number; hdd_mib: number; ipv4_number: number }

const units = {
  host_count: msg`VMs`,
  cpu_number: msg`CPU cores`,
  cpu_number_total: msg`CPU cores`,
  ram_mib: msg`MiB of RAM`,
  ram_mib_total: msg`MiB of RAM`,
  hdd_mib: msg`MiB of disk space`,
  hdd_mib_total: msg`MiB of disk space`,
  ipv4_number: msg`IPv4 addresses`,
  ipv4_number_total: msg`IPv4 addresses`,
}

/** Addresses of VMs and clones that are still being made count as soon as they are asked for. */
const USED = `
  select count(*)::int as host_count, coalesce(sum(greatest(h.cpu_number, h.cpu_number_new)), 0)::int as cpu_number_total,
         coalesce(sum(greatest(h.ram_mib, h.ram_mib_new)::bigint), 0)::float8 as ram_mib_total,
         coalesce(sum((select sum(greatest(d.size_mib, d.size_mib_new)::bigint) from disk d where d.host_id = h.id)), 0)::float8
           + (select coalesce(sum(greatest(f.size_mib, f.size_mib_new)::bigint), 0)::float8 from disk f
               where f.account_id = $1::int and f.host_id is null) as hdd_mib_total,
         coalesce(sum(case when given.count > 0 then given.count else coalesce(
           (select case when t.input->'addresses' ? 'total' then (t.input->'addresses'->>'total')::int when t.input->'addresses'->'named' <> 'null' then 1 else (t.input->'addresses'->>'count')::int end
              from task t where t.entity = 'host' and t.registry_id = h.id and t.name in ('host_create', 'host_clone')
               and t.status in ('created', 'running', 'deferred') order by t.id desc limit 1), 0) end), 0)::int as ipv4_number_total,
         (select count(*)::int from image m where m.account_id = $1::int) as image_count_total, 0 as vxlan_count_total
    from host h cross join lateral (select count(*)::int from ip i where i.host_id = h.id and i.family = 2) given(count)
   where h.account_id = $1::int`
/** The account's own limits, else those of its strongest role. */
const IN_FORCE = `
  select ${limitFields.map((field) => `nullif(coalesce(o.${field}, r.${field}), -1) as ${field}`).join(', ')}
    from account a
    left join user_limit o on o.account_id = a.id
    left join user_limit r on r.role = case ${rolesByPower.map((role) => `when '${role}' = any(a.roles) then '${role}'`).join(' ')} end
   where a.id = $1::int`

export const usedOf = async ({ sql }: Pick<Work, 'sql'>, account_id: number) =>
  (await sql<Record<TotalField, number>>(USED, [account_id]))[0]!

/** Null where there is no limit; null as a whole when there is no such account. */
export async function limitsInForce({ sql }: Pick<Work, 'sql'>, account_id: number) {
  const [limits] = await sql<Record<LimitField, number | null>>(IN_FORCE, [account_id])
  return limits ?? null
}

/**
 * Makes room for one more VM of an account, or for the growth of one that has `before`, or refuses. What is made has to be written in the same transaction: the account stays
 * locked until its end, so that two never both get the last place. Called before rows of VMs are locked.
 * @param counted disk space of it that counts for the account already
 * @throws PanelError `no_resources` (409) with the field of the limit
 */
export async function takeQuota(
  work: Work,
  account_id: number,
  taken: Taken,
  before?: Taken,
  counted = 0,
): Promise<void> {
  await work.sql('select id from account where id = $1::int for no key update', [account_id])
  // In a statement of its own: it sees what was made while this one waited.
  const limits = await limitsInForce(work, account_id)
  if (limits === null || Object.values(limits).every((limit) => limit === null)) return
  for (const [field, asked] of Object.entries(taken) as [keyof Taken & PerHostField, number][]) {
    const limit = limits[field]
    if (limit !== null && asked > limit && asked > (before?.[field] ?? 0))
      throw noResources(
        msg`A VM of this account may have at most ${limit} ${units[field]}, and ${asked} are asked for. An administrator can raise the limit`,
        field,
      )
  }
  const used = await usedOf(work, account_id)
  const more = {
    host_count: before ? 0 : 1,
    cpu_number_total: taken.cpu_number - (before?.cpu_number ?? 0),
    ram_mib_total: taken.ram_mib - (before?.ram_mib ?? 0),
    hdd_mib_total: taken.hdd_mib - (before?.hdd_mib ?? 0) - counted,
    ipv4_number_total: taken.ipv4_number - (before?.ipv4_number ?? 0),
  }
  for (const [field, asked] of Object.entries(more) as [keyof typeof more, number][]) {
    const limit = limits[field]
    if (limit !== null && asked > 0 && used[field] + asked > limit)
      throw noResources(
        msg`The limit of the account is reached: ${used[field]} of ${limit} ${units[field]} are in use, and ${asked} more are asked for. An administrator can raise the limit`,
        field,
      )
  }
}
