import pg from 'pg'
import { testDatabase } from '../../../e2e/support/database.ts'
import { parseList } from './answer.ts'
import type { ListDefinition } from './define.ts'
import { admin, type TestActor, testList, testTables } from './fixture.ts'
import { insertRows, sampleRows } from './fixture-rows.ts'
import type { ListQuery } from './limit.ts'
import { type Queryable, runList } from './run.ts'

/** A row of an answer, as far as most tests look at it. */
export type AnswerRow = { id: number; name: string }

/** A database of one test file with the test tables in a schema of their own, and a count of the statements run through `db`. */
export const openTestLists = async (count = 150) => {
  const database = await testDatabase()
  await database.pool.query('CREATE SCHEMA lists')
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=lists,public' })
  pool.on('error', () => {}) // dropping the database may cut an idle connection
  await pool.query(testTables)
  const rows = sampleRows(count)
  await insertRows(pool, rows)
  await pool.query('INSERT INTO lists.change SELECT FROM generate_series(1, 12)')

  let statements = 0
  const db: Queryable = {
    query: (statement) => {
      statements++
      return pool.query(statement)
    },
  }
  const ask = async (query: ListQuery, actor: TestActor = admin, list: ListDefinition<TestActor> = testList) =>
    parseList<AnswerRow>(await runList(db, list, actor, query))
  return {
    rows,
    pool,
    db,
    ask,
    ids: async (...given: Parameters<typeof ask>) => (await ask(...given)).list.map(({ id }) => id),
    /** How many statements `run` takes. */
    statementsOf: async (run: () => Promise<unknown>) => {
      const before = statements
      await run()
      return statements - before
    },
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

/** All parts of a text that comes in parts. */
export const wholeText = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = ''
  for await (const part of parts) text += part
  return text
}
