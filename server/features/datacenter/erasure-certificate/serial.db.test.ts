import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { render, sql } from '../../../api/list/sql.ts'
import { pageStatement } from '../../../api/list/statement.ts'
import { certificateList } from './list.ts'

const COUNT = 5000
const actor = { account_id: 1, isAdmin: true } as Parameters<typeof certificateList.visible>[0]

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
  await api.database.pool.query(`
    insert into erasure_certificate (number, operation_id, server_id, server_name, result, serials, content, sha256)
      select 'N-' || n, n, n, 'srv', 'erased', array['A' || n, 'B' || n, 'SAME'], '{}', '' from generate_series(1, ${COUNT}) n`)
  await api.database.pool.query('vacuum analyze erasure_certificate')
})
afterAll(() => api.close())

type Plan = { 'Actual Rows': number; 'Actual Loops': number; 'Relation Name'?: string; Plans?: Plan[] }
const read = (plan: Plan): number =>
  (plan['Relation Name'] === 'erasure_certificate' ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, inner) => sum + read(inner), 0)

/** Certificates that are read for a page of the list, by the account of PostgreSQL itself. */
const rowsRead = async (where: string) => {
  const page = pageStatement({ list: certificateList, actor, query: { where, limit: '50' }, inline: 1000 })
  const { text, values } = render(sql`explain (analyze, format json) ${page}`)
  return read((await api.database.pool.query(text, values)).rows[0]['QUERY PLAN'][0].Plan)
}
const found = async (where: string) => {
  const { body } = await api.admin.get(`/dci/v3/erasure_certificate?limit=0,5&where=${encodeURIComponent(where)}`)
  return { size: body.size, numbers: body.list.map(({ number }: { number: string }) => number) }
}

it.each([
  ["serial EQ 'A777'", 1],
  ["serial IN ('B5','A9','NONE')", 2],
  ["serial EQ 'NONE'", 0],
])('finds the certificates of a drive among many without reading them: %s', async (where, size) => {
  expect(await rowsRead(where)).toBeLessThan(20)
  expect(await found(where)).toMatchObject({ size })
})

it('finds by what all have, by what they have not, and by nothing', async () => {
  expect(await found("serial EQ 'SAME'")).toMatchObject({
    size: COUNT,
    numbers: expect.arrayContaining([`N-${COUNT}`]),
  })
  expect(await found("serial NE 'A777'")).toMatchObject({ size: COUNT - 1 })
  expect(await found("serial EQ 'A7' AND serial EQ 'B7'")).toEqual({ size: 1, numbers: ['N-7'] })
  expect(await found('serial IS NULL')).toMatchObject({ size: 0 })
  expect(await found("serial EQ 'a777'")).toMatchObject({ size: 0 })
})
