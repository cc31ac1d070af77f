import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PanelError } from '../../domain/shared/errors.ts'
import { owner } from './fixture.ts'
import { openTestLists } from './fixture-database.ts'
import { filters, renderFilter, sortable } from './fixture-where.ts'
import type { ListQuery } from './limit.ts'

/** Filters that are run by the database; FUZZ=1000000 for the long run. */
const RUNS = Number(process.env.FUZZ ?? 2000)

let lists: Awaited<ReturnType<typeof openTestLists>>
beforeAll(async () => {
  lists = await openTestLists(40)
})
afterAll(() => lists.close())

/** Filters of the grammar, every third with text of any bytes put somewhere into it. */
const texts = fc
  .record({
    filter: filters,
    flip: fc.nat(255),
    at: fc.nat(300),
    put: fc.oneof(fc.constant(''), fc.constant(''), fc.string({ unit: 'binary', maxLength: 6 })),
  })
  .map(({ filter, flip, at, put }) => {
    const text = renderFilter(filter, flip)
    const place = at % (text.length + 1)
    return text.slice(0, place) + put + text.slice(place)
  })

const queries = fc.record({
  where: texts,
  orderby: fc.constantFrom(...sortable).chain((field) => fc.constantFrom(field, `${field} desc`)),
  search: fc.option(fc.string({ unit: 'binary', maxLength: 4 }), { freq: 4, nil: undefined }),
})

it(`none of ${RUNS} filters is an SQL error or shows a row of another owner`, {
  timeout: RUNS * 10 + 60_000,
}, async () => {
  const mine = new Set(lists.rows.filter((row) => row.account_id === 2).map(({ id }) => id))
  let answered = 0
  const run = async (query: ListQuery) => {
    try {
      for (const id of await lists.ids(query, owner(2))) expect(mine.has(id)).toBe(true)
      answered++
    } catch (thrown) {
      if (!(thrown instanceof PanelError) || thrown.code !== 'invalid_query') throw thrown
    }
  }
  const together = 8
  await fc.assert(
    fc.asyncProperty(fc.array(queries, { minLength: together, maxLength: together }), async (some) => {
      await Promise.all(some.map(run))
    }),
    { numRuns: Math.ceil(RUNS / together) },
  )
  expect(answered).toBeGreaterThan(RUNS / 3)
})
