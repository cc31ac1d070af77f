import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../e2e/support/database.ts'
import { races } from '../../../e2e/support/races.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase({ connections: 24 })
})
afterAll(() => database.drop())

// `npm run bench -- races` runs a thousand of them.
it('nothing is given twice, however many want it at once', async () => {
  const results = await races({ rounds: 4, writers: 64 })
  expect(results.map(({ thing, violations }) => ({ thing, violations }))).toEqual(
    results.map(({ thing }) => ({ thing, violations: 0 })),
  )
  // Each round has a winner; of a unit two halves may be had.
  for (const { won, rounds } of results) expect(won).toBeGreaterThanOrEqual(rounds)
  expect(results).toHaveLength(7)
})
