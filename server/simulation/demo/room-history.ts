import type { Work } from '../../db/transaction.ts'

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

/** Writes traffic of the past, as if it had been measured: a day by five minutes, a week by hours, two months before it by days. */
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
                                             date_bin('1 hour', now(), 'epoch') - interval '1 hour', '1 hour') as at
         union all
        select 86400, at from generate_series(date_bin('1 day', now() - interval '67 days', 'epoch'),
                                              date_bin('1 day', now() - interval '7 days', 'epoch') - interval '1 day', '1 day') as at) s
      cross join lateral (
        select case when s.level = 86400 then 1 else 1 + 0.6 * sin(extract(epoch from s.at) / 86400 * 2 * pi() - 0.75 * pi()) end as part) d
     on conflict do nothing returning 1`,
    [JSON.stringify(list.filter(({ ports }) => ports.length > 0))],
  )
}

// Two months that are over, each with a little less than the next one, and the current one as far as it has come.
const MONTHS = `
  cross join lateral unnest(h.ports, h.in_rates, h.out_rates) as u(port, i, o)
  cross join lateral (
    select ago, date_trunc('month', now() at time zone 'UTC') - make_interval(months => ago) as month, 1 - 0.07 * ago as part
      from generate_series(0, 2) ago) m
  cross join lateral (
    select extract(epoch from least(m.month + interval '1 month', now() at time zone 'UTC') - m.month)::float8 as seconds) l`

/** The months of the same ports and of the servers at them: 95th percentiles (of this curve six tenths over the mean) and octets. */
export async function writeMonths(work: Work, list: readonly HistoryPorts[]) {
  const busy = JSON.stringify(list.filter(({ ports }) => ports.length > 0))
  const from = `from jsonb_to_recordset($1::jsonb) as h(ports int[], in_rates float8[], out_rates float8[]) ${MONTHS}`
  await work.sql(
    `insert into port_month (port_id, month, p95_in, p95_out, samples)
     select u.port, m.month::date, round(u.i * 8 * 1.6 * m.part)::bigint, round(u.o * 8 * 1.6 * m.part)::bigint, (l.seconds / 300)::int
       ${from} where m.ago > 0 returning 1`,
    [busy],
  )
  await work.sql(
    `insert into server_month (server_id, month, in_octets, out_octets)
     select k.server_id, m.month::date, round(sum(u.i * l.seconds * m.part))::bigint, round(sum(u.o * l.seconds * m.part))::bigint
       ${from} join switch_connection k on k.switch_port_id = u.port group by 1, 2 returning 1`,
    [busy],
  )
}
