import { db } from '../../../db/pool.ts'
import type { InstallPlan } from '../../../domain/operation/plan.ts'

/** Operations that are looked at, and how many of one kind count. */
const LOOKED_AT = 1000
const COUNTED = 20

/**
 * How long operations took lately, by type, by how disks were cleared, and apart for installers: on the same platform where any did, else on all. How long a rescue system ran is no
 * part of it, nor a step that most of them did not have.
 */
export async function durationsOn(platform_id: number): Promise<InstallPlan['durations']> {
  const { rows } = await db().pool.query<InstallPlan['durations'][number]>(
    `with ran as (select o.id, o.type, o.clear_hdd, o.installer, s.platform_id = $1::int as same from operation o join server s on s.id = o.server_id
                   where o.status = 'ok' order by o.id desc limit ${LOOKED_AT}),
          numbered as (select r.*, row_number() over (partition by r.type, r.clear_hdd, r.installer, r.same order by r.id desc) as n,
                              bool_or(r.same) over (partition by r.type, r.clear_hdd, r.installer) as any_same from ran r),
          last as (select * from numbered where same = any_same and n <= ${COUNTED}),
          step as (select l.id, l.type, l.clear_hdd, l.installer, p.name, min(p.position) as position, sum(extract(epoch from p.ended_at - p.started_at)) as seconds
                     from last l join operation_step p on p.operation_id = l.id where p.ended_at is not null and p.name <> 'rescue'
                    group by l.id, l.type, l.clear_hdd, l.installer, p.name),
          whole as (select l.id, l.type, l.clear_hdd, l.installer, l.any_same, (select sum(seconds) from step x where x.id = l.id) as seconds from last l),
          middle as (select type, clear_hdd, installer, name, avg(position) as position, percentile_cont(0.5) within group (order by seconds) as seconds
                       from step s group by type, clear_hdd, installer, name
                     having count(*) * 2 > (select count(*) from last l where l.type = s.type and l.clear_hdd = s.clear_hdd and l.installer = s.installer))
     select w.type, w.clear_hdd, w.installer, w.any_same as same_platform, count(*)::int as count,
            round(percentile_cont(0.5) within group (order by w.seconds))::int as median, round(max(w.seconds))::int as longest,
            (select coalesce(json_agg(json_build_object('name', m.name, 'seconds', round(m.seconds::numeric, 3)) order by m.position, m.name), '[]') from middle m
              where m.type = w.type and m.clear_hdd = w.clear_hdd and m.installer = w.installer) as steps
       from whole w where w.seconds is not null group by w.type, w.clear_hdd, w.installer, w.any_same order by w.type, w.clear_hdd, w.installer`,
    [platform_id],
  )
  return rows
}
