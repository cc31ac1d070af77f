import type { Work } from '../../db/transaction.ts'
import { mainSensors } from '../../domain/ipmi/main-sensors.ts'
import type { RoomController } from './plan/controllers.ts'
import { sensorsAt } from './plan/sensors.ts'
import { rowWriter } from './room-write.ts'

/** Length of a slot, in seconds, and how many are a day and an hour. */
const SLOT = 300
const DAY = 288
const HOUR = 12

/** Of these the values of all sensors of a whole day are there, of the others those of an hour, and the main ones before. */
const remembered = ({ number, hot, stuck }: RoomController) => number % 8 === 0 || hot || stuck

type Known = RoomController & { id: number; sensors: ReturnType<typeof sensorsAt> }
type Row = { ipmi_id: number }

/**
 * Readings of the past, as if controllers had been asked.
 * @param all sensors of all controllers, in the order of `sensorIds`
 * @param now seconds since 1970
 */
export async function writeReadings(
  work: Work,
  list: readonly Known[],
  all: readonly Row[],
  sensorIds: readonly number[],
  now: number,
): Promise<void> {
  const firstOf = (one: Known) => all.findIndex(({ ipmi_id }) => ipmi_id === one.id)
  const asked = list.filter(({ sensors }) => sensors.length > 0).map((one) => ({ ...one, first: firstOf(one) }))
  await rowWriter(work).rows(
    'sensor_history',
    asked.flatMap((one) =>
      Array.from({ length: remembered(one) ? DAY : HOUR }, (_, n) => {
        const time = now - (n + 1) * SLOT
        const read = sensorsAt(one, time).flatMap(({ value, position }) =>
          value === null ? [] : [{ id: sensorIds[one.first + position] ?? 0, value }],
        )
        return {
          ipmi_id: one.id,
          level: SLOT,
          at: new Date(time * 1000),
          sensors: read.map(({ id }) => id),
          means: read.map(({ value }) => value),
          counts: [],
          lows: [],
          highs: [],
        }
      }),
    ),
    'ipmi_id',
  )
  await writeDay(
    work,
    asked.filter((one) => !remembered(one)).flatMap((one) => mainOf(one, sensorIds)),
    now,
  )
}

type Main = { ipmi_id: number; sensors: number[]; values: number[] }

/** What a controller measures of draw and inlet now, by the ids of these sensors. */
function mainOf({ id, first, sensors }: Known & { first: number }, sensorIds: readonly number[]): Main[] {
  const main = mainSensors(sensors.map((one) => ({ ...one, id: sensorIds[first + one.position] ?? 0 })))
  const read = [main.draw, main.inlet].flatMap((one) =>
    one && one.value !== null ? [{ ...one, value: one.value }] : [],
  )
  return read.length === 0
    ? []
    : [{ ipmi_id: id, sensors: read.map((one) => one.id), values: read.map((one) => one.value) }]
}

/** The day before the last hour around values of now: more in the afternoon (UTC), and a little chance. In SQL, for it is many rows. */
async function writeDay(work: Work, list: readonly Main[], now: number): Promise<void> {
  await work.sql(
    `with written as (
     insert into sensor_history (ipmi_id, level, at, sensors, means, counts, lows, highs)
     select m.ipmi_id, $2::int, s.at, m.sensors,
            array(select (u.value * (d.part + 0.02 * random()))::real from unnest(m.values) with ordinality as u(value, n) order by u.n), '{}', '{}', '{}'
       from jsonb_to_recordset($1::jsonb) as m(ipmi_id int, sensors int[], values float8[])
      cross join (select to_timestamp($3::float8 - n * $2::int) as at from generate_series(${HOUR + 1}, ${DAY}) n) s
      cross join lateral (
        select 1 + 0.06 * (sin(extract(epoch from s.at) / 86400 * 2 * pi() - 0.75 * pi()) - sin($3::float8 / 86400 * 2 * pi() - 0.75 * pi())) as part) d
     on conflict do nothing returning 1)
     select count(*) from written`,
    [JSON.stringify(list), SLOT, now],
  )
}
