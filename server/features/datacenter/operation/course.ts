import type { Actor } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { OperationCourse } from '../../../domain/operation/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** How long a person leaves the rescue system running says nothing of the next time. */
const COURSE = `
  with o as (select o.id, o.type, s.platform_id from operation o join server s on s.id = o.server_id
              where o.id = $1::int and ($2::int is null or s.owner_id = $2::int)),
       past as (select p.id, s.platform_id = o.platform_id as same from o join operation p on p.type = o.type and p.status = 'ok' and p.id <> o.id
                  join server s on s.id = p.server_id order by s.platform_id = o.platform_id desc, p.id desc limit 20),
       took as (select t.operation_id, t.name, min(t.position) as position, sum(extract(epoch from t.ended_at - t.started_at))::float8 as seconds
                  from operation_step t join past on past.id = t.operation_id where t.ended_at is not null and t.name <> 'rescue' group by 1, 2),
       usual as (select name, percentile_cont(0.5) within group (order by seconds) as seconds, percentile_cont(0.5) within group (order by position) as position
                   from took group by name having count(*) * 2 > (select count(*) from past))
  select (select count(*)::int from past) as operations, (select count(*)::int from past where same) as same_platform,
         (select coalesce(json_agg(json_build_object('name', u.name, 'seconds', round(u.seconds::numeric, 3)) order by u.position, u.name), '[]') from usual u) as steps
    from o`

/** How long the steps of an operation may take, by those of its type that ended well, on the same platform first. */
export async function operationCourseOf(actor: Actor, id: number): Promise<OperationCourse> {
  const { rows } = await db().pool.query<OperationCourse>(COURSE, [id, actor.isAdmin ? null : actor.account_id])
  if (!rows[0]) throw notFound(msg`Operation`, id)
  return rows[0]
}
