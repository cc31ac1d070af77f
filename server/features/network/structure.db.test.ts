import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../e2e/support/database.ts'
import { transaction } from '../../db/transaction.ts'
import { lockStructure } from './structure.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('lets workers go on while networks are changed, as by an import that takes its time', async () => {
  await transaction(async (work) => {
    await lockStructure(work)
    const client = await database.pool.connect()
    try {
      await client.query(`set lock_timeout = '5s'`)
      const claimed = await client.query(`select task_claim('another', 1, interval '5 s', '{}') as claimed`)
      expect(claimed.rowCount).toBe(1)
      const swept = await client.query('select task_sweep(1, $1)', [[]])
      expect(swept.rowCount).toBe(1)
    } finally {
      client.release(true)
    }
  })
})
