import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'
import { openDatabase, setDatabase } from '../db/pool.ts'
import { lookWhatFails, readiness, setServing, setStopping } from './health.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const said = async () => {
  const answer = await readiness()
  return [answer.status, (await answer.json()).status]
}
const MIB = 1024 * 1024
const free = (data: number | null, postgres: number | null) => async (folder: string) =>
  folder.endsWith('postgres') ? postgres : data

it('is not ready before the start is over, nor once the stop has begun', async () => {
  expect(await said()).toEqual([503, 'starting'])
  setServing()
  expect(await said()).toEqual([200, 'ready'])
  setStopping()
  expect(await said()).toEqual([503, 'stopping'])
  setServing()
  expect(await said(), 'a start that ends late').toEqual([503, 'stopping'])
})

it('reports a full disk of the data folder, and of the database', async () => {
  expect(await lookWhatFails(free(63 * MIB, 900 * MIB))).toBe('disk full')
  expect(await lookWhatFails(free(900 * MIB, 0))).toBe('database disk full')
  expect(await lookWhatFails(free(null, null)), 'the database is elsewhere').toBe('ready')
  expect(await lookWhatFails(free(64 * MIB, 64 * MIB))).toBe('ready')
})

it('reports that the database is away', async () => {
  const nobody = openDatabase('postgresql://nobody:none@127.0.0.1:1/none')
  setDatabase(nobody)
  try {
    expect(await lookWhatFails(free(null, null))).toBe('database away')
  } finally {
    setDatabase(database)
    await nobody.close()
  }
})
