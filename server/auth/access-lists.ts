import type { Work } from '../db/transaction.ts'
import { isWithin } from '../process/client-address.ts'

/**
 * SQL of the addresses an account may sign in from, as text[]: those of all its access lists together; null when it is
 * in no list, which means from anywhere. A list without addresses allows none.
 */
export const allowedSql = (accountId: string) =>
  `(select case when count(*) > 0 then coalesce(array_agg(item) filter (where item is not null), '{}') end
    from access_list_member alm join access_list al on al.id = alm.access_list_id
    left join lateral unnest(al.ip_list) item on true where alm.account_id = ${accountId})`

/** A member of access lists may come from an address of any of them; a user in no list from anywhere. */
export const mayComeFrom = (allowed: string[] | null, ip: string) => allowed === null || isWithin(ip, allowed)

/** Whether an account may come from an address, by its access lists as they stand in this transaction. */
export async function accountMayComeFrom(work: Pick<Work, 'sql'>, accountId: number, ip: string): Promise<boolean> {
  const [row] = await work.sql<{ allowed: string[] | null }>(`select ${allowedSql('$1::int')} as allowed`, [accountId])
  return mayComeFrom(row?.allowed ?? null, ip)
}

/**
 * Ends the sessions of these accounts that were used from an address their lists no longer allow. Long-lived tokens stay, since
 * they are checked at every use, but what they hold open is closed. To be called after every change of a list or its members,
 * in the same transaction.
 */
export async function endOutsiders(work: Work, accountIds: readonly number[]): Promise<void> {
  const sessions = await work.sql<{ id: number; kind: string; addresses: string[]; allowed: string[] }>(
    `select s.id, s.kind, array_append(s.addresses, host(s.ip)) as addresses, a.allowed
       from (select id, ${allowedSql('account.id')} as allowed from account where id = any($1::int[])) a
       join session s on s.account_id = a.id where a.allowed is not null`,
    [[...accountIds]],
  )
  const outside = sessions.filter((s) => !s.addresses.every((ip) => mayComeFrom(s.allowed, ip)))
  const ids = (token: boolean) => outside.filter((s) => (s.kind === 'token') === token).map((s) => s.id)
  await work.tx.session.deleteMany({ where: { id: { in: ids(false) } } })
  await work.sql(
    `with kept as (update session set addresses = '{}' where id = any($1::int[]) returning id)
     select pg_notify('session_ended', id::text)::text from kept`,
    [ids(true)],
  )
}
