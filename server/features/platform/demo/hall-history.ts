import type { Work } from '../../../db/transaction.ts'

/** Ports of a switch with the traffic that its simulated device has, in bytes and broken frames a second on average. */
export type HistoryPorts = {
  switch_id: number
  ports: number[]
  in_rates: number[]
  out_rates: number[]
  error_rates: number[]
}

// The same curve over the day as simulated devices have, most in the afternoon (UTC), and a little chance.
const curve = (rates: string) => `array(select round(u.rate * s.level * d.part * (0.9 + 0.2 * random()))::bigint
  from unnest(h.${rates}) with ordinality as u(rate, n) order by u.n)`

/** Writes traffic of the past, as if it had been measured: a day by five minutes, a week by hours; days are made of those. */
export async function writeHistory(work: Work, list: readonly HistoryPorts[]) {
  await work.sql(
    `insert into port_traffic (switch_id, level, at, ports, ms, in_octets, out_octets, errors, discards)
     select h.switch_id, s.level, s.at, h.ports, array_fill(s.level * 1000, array[cardinality(h.ports)]),
            ${curve('in_rates')}, ${curve('out_rates')},
            -- None at all is said by none at all.
            case when 0 = all (h.error_rates) then '{}' else ${curve('error_rates')} end, '{}'
       from jsonb_to_recordset($1::jsonb)
            as h(switch_id int, ports int[], in_rates float8[], out_rates float8[], error_rates float8[])
      cross join (
        select 300 as level, at from generate_series(date_bin('5 minutes', now() - interval '1 day', 'epoch'),
                                                     date_bin('5 minutes', now(), 'epoch') - interval '5 minutes', '5 minutes') as at
         union all
        select 3600, at from generate_series(date_bin('1 hour', now() - interval '7 days', 'epoch'),
                                             date_bin('1 hour', now(), 'epoch') - interval '1 hour', '1 hour') as at) s
      cross join lateral (
        select 1 + 0.6 * sin(extract(epoch from s.at) / 86400 * 2 * pi() - 0.75 * pi()) as part) d
     on conflict do nothing returning 1`,
    [JSON.stringify(list.filter(({ ports }) => ports.length > 0))],
  )
}
