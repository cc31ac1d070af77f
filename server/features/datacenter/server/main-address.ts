import type { Work } from '../../../db/transaction.ts'

/** Makes addresses the main ones of their servers. @param main address by server */
export async function setMainAddresses(work: Work, main: ReadonlyMap<number, number>) {
  if (main.size === 0) return
  await work.sql(
    'update server s set main_ip_id = m.ip from unnest($1::int[], $2::int[]) m(server, ip) where s.id = m.server returning s.id',
    [[...main.keys()], [...main.values()]],
  )
}

/** Servers that have lost their main address get the oldest IPv4 address that they keep. */
export const passMainAddressesOn = (work: Work, servers: readonly number[]) =>
  work.sql(
    `update server s set main_ip_id = (select i.id from ip i where i.server_id = s.id and i.family = 2
              and i.state not in ('deleting', 'allocation_fail') order by i.id limit 1)
      where s.id = any ($1::int[]) and s.main_ip_id is null returning s.id`,
    [servers],
  )
