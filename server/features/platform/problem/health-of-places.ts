import { SHOWN_IDS } from '../../../api/list/statement.ts'
import { healthFields } from './health.ts'
import { ranked, SUMMED, summed } from './health-sum.ts'
import type { Column, HealthEntity } from './part.ts'
import { healthParts } from './parts.ts'

const DEVICES = ['server', 'switch', 'pdu'] as const

/** A device's problem is shown with its name. */
const INSIDE = `case when p.entity <> 'location' then p.name || coalesce(': ' || nullif(coalesce(p.cause, p.part, ''), ''), '') end`

/** Problems grouped by place. For what is not placed the place is null and matches no row. */
const placed = (place: 'rack' | 'location', parts: string) =>
  `select p.severity, p.kind, p.since, p.${place} as id, coalesce(${INSIDE}, p.cause) as cause, p.part from (${parts}) p`
const inPlace = (place: 'rack' | 'location', parts: string) => `select p.severity, p.${place} as id from (${parts}) p`

/** CTE of racks for `problemsInRacks`. @param racks SQL of an array of ids */
export const insideRacks = (racks: string) =>
  `inside as materialized (select x.racks, array(select c.id from chassis c where c.rack_id = any(x.racks)) as chassis from (select ${racks} as racks) x)`
/** SQL of arrays of the racks and the chassis in them; wants `insideRacks`. */
export const INSIDE_RACKS = {
  racks: '(select racks from inside)::int[]',
  chassis: '(select chassis from inside)::int[]',
}

/** SQL of what is wrong with devices in racks, or not known of them; wants `insideRacks`. */
export const problemsInRacks = (columns: readonly Column[]) => healthParts(DEVICES, { columns, inside: INSIDE_RACKS })

const placedColumns = (place: 'rack' | 'location') => [...SUMMED, 'entity', 'name', place] as const satisfies Column[]

type Place = {
  place: 'rack' | 'location'
  id: string
  entities: readonly HealthEntity[]
  /** SQL of the sums of the places that are shown. */
  shown: string
}
/** A place is as the worst of what stands in it. */
const ofPlace = ({ place, id, entities, shown }: Place) => {
  const narrow = healthParts(entities, { columns: ['severity', place] })
  const wide = healthParts(entities, { columns: placedColumns(place) })
  return {
    joins: {
      hp: `left join (${shown}) hp on hp.id = ${id}`,
      hr: `left join (${ranked(inPlace(place, narrow))}) hr on hr.id = ${id}`,
      hs: `left join (${summed(placed(place, wide))}) hs on hs.id = ${id}`,
    },
    fields: healthFields((severities) => {
      const found = healthParts(entities, { columns: [place], severities })
      return `${id} in (select p.${place} from (${found}) p where p.${place} is not null)`
    }),
  }
}

/** Health of racks: of those that are shown only what stands in them is looked at. */
export const rackHealthOf = (id: string) => {
  const few = placed('rack', problemsInRacks(placedColumns('rack')))
  const shown = `with ${insideRacks(`${SHOWN_IDS}::int[]`)} ${summed(few)}`
  return ofPlace({ place: 'rack', id, entities: DEVICES, shown })
}

/** Health of locations and of what stands in them. */
export const locationHealthOf = (id: string) => {
  const entities = [...DEVICES, 'location'] as const
  const few = placed('location', healthParts(entities, { columns: placedColumns('location') }))
  return ofPlace({
    place: 'location',
    id,
    entities,
    shown: summed(`${few} where p.location = any(${SHOWN_IDS}::int[])`),
  })
}
