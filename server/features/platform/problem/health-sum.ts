import { healthLevels } from '../../../domain/problem/kinds.ts'
import type { Column } from './part.ts'

/** Place of a severity among `healthLevels`. */
const RANK = `case p.severity ${healthLevels.map((level, rank) => `when '${level}' then ${rank}`).join(' ')} end`
const COUNT = "(count(*) filter (where p.severity <> 'unknown'))::int as count"
const STAMP = "coalesce(to_char(p.since at time zone 'UTC', 'YYYYMMDDHH24MISS'), '')"

/** What a sum needs of each problem; `RANKED` tells how an object is, `SUMMED` why and since when too. */
export const RANKED = ['id', 'severity'] as const satisfies Column[]
export const SUMMED = [...RANKED, 'kind', 'since', 'cause', 'part'] as const satisfies Column[]

/** How each object is: id, rank (an index of `healthLevels`), how many problems it has. @param parts SQL with the columns `RANKED` */
export const ranked = (parts: string) => `select p.id, max(${RANK}) as rank, ${COUNT} from (${parts}) p group by p.id`

/**
 * The worst of each object's problems, in columns: id, rank, how many, since when, and of the worst its kind and cause; what is only not
 * known has no cause. Arrays of texts are compared text by text, so that `max` finds all of these at once.
 * @param parts SQL with the columns `SUMMED`
 */
export const summed = (parts: string) => `
  select p.id, max(${RANK}) as rank, ${COUNT},
    coalesce(min(p.since) filter (where p.severity <> 'unknown'), min(p.since)) as since,
    max(array[(${RANK})::text, ${STAMP}, p.kind, coalesce(p.cause, p.part, '')]) filter (where p.severity <> 'unknown') as worst
  from (${parts}) p group by p.id`
