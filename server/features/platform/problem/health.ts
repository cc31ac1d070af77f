import { type FieldSpec, fieldJson } from '../../../api/list/fields.ts'
import { SHOWN_IDS } from '../../../api/list/statement.ts'
import { type HealthLevel, healthLevels } from '../../../domain/problem/kinds.ts'
import { RANKED, ranked, SUMMED, summed } from './health-sum.ts'
import type { HealthEntity } from './part.ts'
import { healthParts } from './parts.ts'

type HealthField = FieldSpec<{ isAdmin: boolean }>
/** SQL of a condition that a row has a problem of one of these levels. */
export type HasProblem = (levels: readonly HealthLevel[]) => string

/** Levels that follow each other, as first and last rank. */
const runsOf = (asked: readonly string[]) =>
  healthLevels.reduce<[number, number][]>((runs, level, rank) => {
    const last = runs.at(-1)
    if (!asked.includes(level)) return runs
    if (last?.[1] === rank - 1) last[1] = rank
    else runs.push([rank, rank])
    return runs
  }, [])

/** The rows that are so: those with such a problem and none that is worse. */
const atLevels = (has: HasProblem) => (asked: readonly string[]) => {
  const runs = runsOf(asked).map(([from, to]) => {
    const such = from > 0 ? [has(healthLevels.slice(from, to + 1))] : []
    const worse = healthLevels.slice(to + 1)
    return [...such, ...(worse.length > 0 ? [`not (${has(worse)})`] : [])].join(' and ') || 'true'
  })
  return runs.length > 0 ? `(${runs.join(' or ')})` : 'false'
}

/**
 * `health` of rows, as join `hp` has it. An order looks at what all of them have, without words (join `hr`), a filter by cause or moment with words (`hs`); a
 * filter by the level begins with what is wrong, which is little beside what there is.
 */
export const healthFields = (has: HasProblem) => {
  const field = (type: HealthField['type'], sql: (join: string) => string, sorted = 'hs'): HealthField => ({
    type,
    sql: sql(sorted),
    costly: true,
    json: type === 'time' ? fieldJson({ type, sql: sql('hp') }) : sql('hp'),
  })
  const rank = (join: string) => `coalesce(${join}.rank, 0)`
  const names = healthLevels.map((name) => `'${name}'`).join(', ')
  return {
    'health.level': {
      ...field('enum', (join) => `(array[${names}])[${rank(join)} + 1]`, 'hr'),
      order: rank('hr'),
      values: healthLevels,
      finds: atLevels(has),
    },
    'health.count': field('int', (join) => `coalesce(${join}.count, 0)`, 'hr'),
    'health.kind': {
      ...field('text', (join) => `coalesce(${join}.worst[3], case when ${join}.rank = 1 then 'unread' end)`),
      nullable: true,
    },
    'health.cause': {
      ...field('text', (join) => `nullif(${join}.worst[4], '')`),
      nullable: true,
      only: (actor) => actor.isAdmin,
    },
    'health.since': { ...field('time', (join) => `${join}.since`), nullable: true },
  } satisfies Record<string, HealthField>
}

/** `health EQ 'fault'` means its level. */
export const healthLink = { health: 'health.level' }

type Of = {
  entity: HealthEntity
  /** SQL of the object's id in the list. */
  id: string
  /** SQL of an array of the objects that are shown, where they are not the rows themselves. */
  shown?: string
  /** Which problems count; absent: all of the object. */
  kinds?: readonly string[]
}

/** How the rows of a list are: joins and fields. Of the rows that are shown only their own problems are looked for. */
export const healthOf = ({ entity, id, shown = SHOWN_IDS, kinds }: Of) => {
  const all = (columns: typeof RANKED | typeof SUMMED) => healthParts([entity], { columns, kinds })
  const few = healthParts([entity], { columns: SUMMED, kinds, ids: `${shown}::int[]` })
  return {
    joins: {
      hp: `left join (${summed(few)}) hp on hp.id = ${id}`,
      hr: `left join (${ranked(all(RANKED))}) hr on hr.id = ${id}`,
      hs: `left join (${summed(all(SUMMED))}) hs on hs.id = ${id}`,
    },
    fields: healthFields(
      (levels) => `${id} in (${healthParts([entity], { columns: ['id'], kinds, severities: levels })})`,
    ),
  }
}
