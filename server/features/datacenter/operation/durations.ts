import { db } from '../../../db/pool.ts'
import type { InstallPlan } from '../../../domain/operation/plan.ts'

/** Operations that are looked at, and how many of one kind count. */
const LOOKED_AT = 1000
const COUNTED = 20

type Durations = InstallPlan['durations']

/**
 * How long operations took lately, by platform, type, how disks were cleared, and apart for installers: on the same platform where any did, else on all. How long a rescue system ran is
 * no part of it, nor a step that most of them did not have. One statement for all platforms.
 * @param only the kind that is asked for
 */
export async function durationsOn(
  platforms: readonly number[],
  only?: { type: string; clear_hdd: string; installer: boolean },
): Promise<Map<number, Durations>> {
  const { rows } = await db().pool.query<Durations[number] & { platform: number }>(
    `with last_ran as (select o.id, o.type, o.clear_hdd, o.installer, s.platform_id from operation o join server s on s.id = o.server_id
                        where o.status = 'ok' and ($2::text is null or (o.type = $2 and o.clear_hdd = $3 and o.installer = $4)) order by o.id desc limit ${LOOKED_AT}),
          ran as (select p.platform, r.id, r.type, r.clear_hdd, r.installer, r.platform_id = p.platform as same from unnest($1::int[]) p(platform), last_ran r),
          numbered as (select r.*, row_number() over (partition by r.platform, r.type, r.clear_hdd, r.installer, r.same order by r.id desc) as n,
                              bool_or(r.same) over (partition by r.platform, r.type, r.clear_hdd, r.installer) as any_same from ran r),
          last as (select * from numbered where same = any_same and n <= ${COUNTED}),
          step as (select l.id, p.name, min(p.position) as position, sum(extract(epoch from p.ended_at - p.started_at)) as seconds
                     from (select distinct id from last) l join operation_step p on p.operation_id = l.id where p.ended_at is not null and p.name <> 'rescue'
                    group by l.id, p.name),
          total as (select id, sum(seconds) as seconds from step group by id),
          whole as (select l.platform, l.id, l.type, l.clear_hdd, l.installer, l.any_same, t.seconds from last l left join total t on t.id = l.id),
          middle as (select l.platform, l.type, l.clear_hdd, l.installer, s.name, avg(s.position) as position, percentile_cont(0.5) within group (order by s.seconds) as seconds
                       from last l join step s on s.id = l.id group by l.platform, l.type, l.clear_hdd, l.installer, s.name
                     having count(*) * 2 > (select count(*) from last o where o.platform = l.platform and o.type = l.type and o.clear_hdd = l.clear_hdd and o.installer = l.installer))
     select w.platform, w.type, w.clear_hdd, w.installer, w.any_same as same_platform, count(*)::int as count,
            round(percentile_cont(0.5) within group (order by w.seconds))::int as median, round(max(w.seconds))::int as longest,
            (select coalesce(json_agg(json_build_object('name', m.name, 'seconds', round(m.seconds::numeric, 3)) order by m.position, m.name), '[]') from middle m
              where m.platform = w.platform and m.type = w.type and m.clear_hdd = w.clear_hdd and m.installer = w.installer) as steps
       from whole w where w.seconds is not null group by w.platform, w.type, w.clear_hdd, w.installer, w.any_same order by w.type, w.clear_hdd, w.installer`,
    [platforms, only?.type ?? null, only?.clear_hdd ?? null, only?.installer ?? null],
  )
  const of = new Map<number, Durations>(platforms.map((id) => [id, []]))
  for (const { platform, ...one } of rows) of.get(platform)?.push(one)
  return of
}
