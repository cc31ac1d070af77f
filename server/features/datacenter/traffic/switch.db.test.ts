import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { oneOfEach } from '../fixture-rows.ts'

let api: Awaited<ReturnType<typeof testApi>>
let ids: Awaited<ReturnType<typeof oneOfEach>>
beforeAll(async () => {
  api = await testApi()
  ids = await oneOfEach(api.database.prisma, api.ann.id)
})
afterAll(() => api.close())

const minute = (ago: number, octets: number, errors: string) =>
  api.database.pool.query(
    `insert into port_traffic (switch_id, level, at, ports, ms, in_octets, out_octets, errors, discards)
     values ($1, 60, now() - make_interval(secs => $2), array[$3::int], '{60000}', array[$4::bigint], '{7500}', $5, '{}')`,
    [ids.switch_id, ago, ids.port_id, octets, errors],
  )
const read = async (query = '') => {
  const { status, body } = await api.admin.get(`/dci/v3/switch/${ids.switch_id}/traffic${query}`)
  expect(status).toBe(200)
  return body.list
}

it('is of the newest minute, but not of one long ago', async () => {
  await minute(600, 15_000, '{}')
  expect(await read()).toEqual([])
  await minute(70, 30_000, '{3}')
  await minute(10, 75_000, '{}')
  expect(await read()).toEqual([{ port: ids.port_id, in: 10_000, out: 1000, errors: 0, discards: 0 }])
})

it('is the average of a span, with all of its errors', async () => {
  const now = Math.floor(Date.now() / 1000)
  const [port, ...more] = await read(`?from=${now - 3600}`)
  expect(more).toEqual([])
  expect(port).toEqual({ port: ids.port_id, in: 5333, out: 1000, errors: 3, discards: 0 })
  const { body } = await api.admin.get(`/dci/v3/switch/${ids.switch_id}/traffic?from=${now - 3600}`)
  const measured = body.total.filter((point: { in: number | null }) => point.in !== null)
  expect(body.total.length).toBeGreaterThan(measured.length)
  expect(Math.max(...measured.map((point: { in: number }) => point.in))).toBe(10_000)
  expect(measured.reduce((sum: number, point: { errors: number }) => sum + point.errors, 0)).toBe(3)
  expect(await read(`?from=${now - 7200}&to=${now - 3600}`)).toEqual([])
  expect((await api.admin.get('/dci/v3/switch/999999/traffic')).status).toBe(404)
})
