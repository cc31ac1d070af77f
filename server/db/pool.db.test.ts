import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'
import { openDatabase } from './pool.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const SETTINGS = `select current_setting('jit') as jit, current_setting('statement_timeout') as statement,
                         current_setting('idle_in_transaction_session_timeout') as idle`
const expected = { jit: 'off', statement: '1min', idle: '20s' }

it('compiles no statements, and bounds them, over all connections', async () => {
  expect((await database.pool.query(SETTINGS)).rows).toEqual([expected])
  expect(await database.prisma.$queryRawUnsafe(SETTINGS)).toEqual([expected])
})

it('keeps options that the URL gives', async () => {
  const given = openDatabase(`${database.url}${database.url.includes('?') ? '&' : '?'}options=-c%20jit%3Don`)
  expect((await given.pool.query(`select current_setting('jit') as jit`)).rows).toEqual([{ jit: 'on' }])
  await given.close()
})
