import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, testApi } from '../../../../e2e/support/api.ts'
import { levels } from '../../../domain/traffic/levels.ts'
import { oneOfEach } from '../fixture-rows.ts'
import { closeMonth, forgetOldTraffic, rollUp } from './roll-up.ts'

const HOUR = 3600
const DAY = 86_400
const never = new AbortController().signal
const now = Math.floor(Date.now() / 1000)
/** Midnight (UTC) of the day before yesterday. */
const began = Math.floor(now / DAY) * DAY - 2 * DAY

let api: Awaited<ReturnType<typeof testApi>>
let ids: Awaited<ReturnType<typeof oneOfEach>>
let silent = 0
const sql = async (text: string, ...values: unknown[]) => (await api.database.pool.query(text, values)).rows
const at = (path: string) => `/dci/v3/switch/${ids.switch_id}/port/${ids.port_id}/traffic${path}`
const sums = async (level: number) =>
  (
    await sql(
      `select u.port, sum(u.ms)::float8 as ms, sum(u.i)::float8 as i, sum(u.o)::float8 as o, sum(u.e)::float8 as e
         from port_traffic t, unnest(t.ports, t.ms, t.in_octets, t.out_octets, t.errors) u(port, ms, i, o, e)
        where t.level = $1 group by 1 order by 1`,
      level,
    )
  ).map((row) => ({ ...row, e: row.e ?? 0 }))

beforeAll(async () => {
  api = await testApi()
  ids = await oneOfEach(api.database.prisma, api.ann.id)
  silent = (await api.database.prisma.switch_port.create({ data: { switch_id: ids.switch_id, if_index: '2' } })).id
  // Two days of minutes: port 1 grows from minute to minute, port 2 is there every second hour. From 3 to 4 there was
  // no poll.
  await sql(
    `insert into port_traffic (switch_id, level, at, ports, ms, in_octets, out_octets, errors, discards)
     select $1, 60, to_timestamp($2::float8 + n * 60 + 30), case when two then array[$3::int, $4::int] else array[$3::int] end,
            case when two then '{60000,60000}'::int[] else '{60000}' end,
            case when two then array[n * 1000, 5] else array[n * 1000] end, case when two then '{7500,7}'::bigint[] else '{7500}' end,
            case when n % 7 <> 0 then '{}'::bigint[] when two then '{1,0}' else '{1}' end, '{}'
       from (select n, (n / 60) % 2 = 0 as two from generate_series(0, 2879) n) n where n not between 180 and 239`,
    ids.switch_id,
    began,
    ids.port_id,
    silent,
  )
  await sql('update switch_connection set created_at = to_timestamp($1)', began + DAY)
  for (let i = 0; i < 3; i++) await rollUp(never, began + 2 * DAY + 300)
})
afterAll(() => api.close())

describe('levels', () => {
  it('have the same sums, for all of them are made of the minutes', async () => {
    const minutes = await sums(60)
    expect(minutes).toMatchObject([
      { port: ids.port_id, ms: (2880 - 60) * 60_000, o: (2880 - 60) * 7500 },
      { port: silent, i: 1440 * 5 },
    ])
    for (const level of levels) expect(await sums(level)).toEqual(minutes)
    const counts = await sql('select level, count(*)::int as n from port_traffic group by 1 order by 1')
    expect(counts.map((row) => row.n)).toEqual([2820, 564, 47, 2])
  })

  it('are made once, however often it is asked for', async () => {
    const before = await sql('select * from server_month')
    await rollUp(never, began + 2 * DAY + 300)
    expect(await sql('select * from server_month')).toEqual(before)
    for (const level of levels) expect(await sums(level)).toEqual(await sums(60))
  })

  it('wait for slots that are not over', async () => {
    const done = await sql('select level, extract(epoch from done_to)::float8 as to from traffic_level order by 1')
    expect(done.map((row) => row.to)).toEqual([began + 2 * DAY, began + 2 * DAY, began + 2 * DAY])
  })
})

describe('the traffic of a port', () => {
  const read = async (query: string) => {
    const { status, body } = await api.admin.get(at(query))
    expect(status).toBe(200)
    return body
  }

  it('is bits a second, and a gap is null', async () => {
    const { list, step } = await read(`?from=${began}&to=${began + 5 * HOUR}`)
    expect([step, list.length]).toEqual([300, 60])
    expect(list[0]).toEqual({ time: began, in: Math.round((1000 * 10 * 8) / 300), out: 1000, errors: 1, discards: 0 })
    expect(list.slice(36, 48).map((point: { in: number | null }) => point.in)).toEqual(Array(12).fill(null))
    expect(list[48].out).toBe(1000)
  })

  it('comes from the coarser levels over a long time, with the same mean', async () => {
    for (const step of [3600, DAY]) {
      const { list } = await read(`?from=${began}&to=${began + 2 * DAY}&step=${step}`)
      expect(list).toHaveLength((2 * DAY) / step)
      expect(list[0].out).toBe(1000)
      expect(list.at(-1).errors).toBeGreaterThan(0)
    }
  })

  it('shows what is not in the level yet', async () => {
    await sql(
      `insert into port_traffic values ($1, 60, to_timestamp($2), array[$3::int], '{60000}', '{15000}', '{0}', '{}', '{}')`,
      ids.switch_id,
      began + 2 * DAY + 30,
      ids.port_id,
    )
    for (const step of [300, 3600, DAY]) {
      const { list } = await read(`?from=${began + DAY}&to=${began + 2 * DAY + HOUR}&step=${step}`)
      const at = list.find((point: { time: number }) => point.time === began + 2 * DAY)
      expect(at.in).toBe(2000)
    }
    await sql('delete from port_traffic where at >= to_timestamp($1)', began + 2 * DAY)
  })

  it('is of this port of this switch, and refuses what is no time', async () => {
    const other = await api.admin.get(`/dci/v3/switch/${ids.switch_id}/port/999999/traffic`)
    expect(other.status).toBe(404)
    expect((await api.admin.get(at('?from=yesterday'))).status).toBe(400)
    expect((await api.ann.get(at(''))).status).toBe(403)
  })
})

describe('the traffic of a server', () => {
  const path = () => `/dci/v3/server/${ids.server_id}`

  it('is what passed its port since it is connected, for its owner as well', async () => {
    const { body } = await api.ann.get(`${path()}/traffic?from=${began}&to=${began + 2 * DAY}`)
    expect(body.list[0]).toMatchObject({ time: began + DAY, switch_port: ids.port_id })
    const sum = body.list.reduce((all: number, one: { out: number }) => all + one.out, 0)
    expect(sum).toBe(1440 * 7500)
    expect((await api.bob.get(`${path()}/traffic`)).status).toBe(404)
    expect((await api.ann.get(`${path()}/traffic`)).status).toBe(200)
  })

  it('is in its record by the month, and not there while there is none', async () => {
    const rows = await sql(
      'select sum(out_octets)::float8 as out from server_month where server_id = $1',
      ids.server_id,
    )
    expect(rows[0].out).toBe(1440 * 7500)
    await sql('delete from server_month')
    expect((await api.ann.get(path())).body).not.toHaveProperty('traffic')
    await sql(
      "insert into server_month values ($1, date_trunc('month', now() at time zone 'UTC'), 12, 34)",
      ids.server_id,
    )
    expect((await api.ann.get(path())).body.traffic).toEqual({ in: 12, out: 34 })
    expect((await api.ann.get('/dci/v3/server')).body.list[0].traffic).toEqual({ in: 12, out: 34 })
  })
})

describe('the 95th percentile', () => {
  it('is the least that 95 of 100 five minutes do not exceed, and is kept when its month is over', async () => {
    await sql('delete from port_traffic where level = 300')
    const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1))
    // 1 to 100 kbit/s in some order, in; the same tenfold, out.
    await sql(
      `insert into port_traffic select $1, 300, $2::timestamptz + n * interval '5 minutes', array[$3::int], '{300000}',
              array[(n * 37 % 100 + 1) * 37500], array[(n * 37 % 100 + 1) * 375000], '{}', '{}' from generate_series(0, 99) n`,
      ids.switch_id,
      month,
      ids.port_id,
    )
    await closeMonth(never)
    await closeMonth(never)
    const { percentiles } = (await api.admin.get(at(''))).body
    expect(percentiles).toEqual([
      { month: month.toISOString().slice(0, 7), in: 95_000, out: 950_000, larger: 950_000, samples: 100 },
    ])
    // The one that is under way is worked out when it is asked for.
    await sql(
      `insert into port_traffic values ($1, 300, date_trunc('month', now() at time zone 'UTC') at time zone 'UTC', array[$2::int], '{150000}', '{37500}', '{0}', '{}', '{}')`,
      ids.switch_id,
      ids.port_id,
    )
    const again: Answer = await api.admin.get(at(''))
    expect(again.body.percentiles[0]).toMatchObject({ in: 2000, out: 0, larger: 2000, samples: 1 })
    expect(again.body.percentiles).toHaveLength(2)
  })
})

it('forgets each level at its time, and keeps what a coarser one is still made of', async () => {
  const old = (level: number, days: number) =>
    sql(
      `insert into port_traffic values ($1, $2, now() - make_interval(days => $3), array[1], '{1}', '{1}', '{1}', '{}', '{}')`,
      ids.switch_id,
      level,
      days,
    )
  await sql('delete from port_traffic')
  for (const [level, days] of [
    [60, 1],
    [60, 3],
    [300, 44],
    [300, 46],
    [3600, 399],
    [3600, 401],
    [DAY, 1829],
    [DAY, 1831],
  ] as const)
    await old(level, days)
  await forgetOldTraffic(never)
  const left = async () => (await sql('select level from port_traffic order by 1')).map((row) => row.level)
  expect(await left()).toEqual([60, 300, 3600, DAY])
  await sql('delete from traffic_level where level = 300')
  await old(60, 4)
  await forgetOldTraffic(never)
  expect(await left()).toEqual([60, 60, 300, 3600, DAY])
})
