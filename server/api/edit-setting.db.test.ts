import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'
import { storedSetting } from '../db/stored-settings.ts'
import { transaction } from '../db/transaction.ts'
import type { AuditNote } from './context.ts'
import { editSetting } from './edit-setting.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const NAME = 'of_a_test'
const add = (part: object) => (now: unknown) => ({ ...(now as object | undefined), ...part })

it('keeps both of two first changes at once, and notes what each has made of it', async () => {
  const [first, second]: AuditNote[] = [{}, {}]
  let goOn = () => {}
  const seen = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let one: Promise<void> | undefined
  await new Promise<void>((held) => {
    one = transaction(async (work) => {
      await editSetting(work, first!, NAME, add({ days: 30 }))
      held()
      await seen
    })
  })
  const other = transaction((work) => editSetting(work, second!, NAME, add({ mib: 512 })))
  // Other files of tests have databases of their own on the same server.
  const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
                    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
  await vi.waitUntil(async () => (await database.pool.query(waiting)).rowCount === 1, { timeout: 30_000 })
  goOn()
  await one
  expect(await other).toEqual({ days: 30, mib: 512 })
  expect(await storedSetting(NAME)).toEqual({ days: 30, mib: 512 })
  expect([first?.input, second?.input]).toEqual([
    { name: NAME, value: { days: 30 } },
    { name: NAME, value: { days: 30, mib: 512 } },
  ])
  const { rows } = await database.pool.query(`select data from change where entity = 'setting' order by id`)
  expect(rows).toEqual([{ data: { name: NAME } }, { data: { name: NAME } }])
})
