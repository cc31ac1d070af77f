import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'
import { openBus } from './bus.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('can be closed while it is still connecting', async () => {
  const bus = openBus(database.url)
  await expect(bus.close()).resolves.toBeUndefined()
})

it('carries what is said to those who listen', async () => {
  const bus = openBus(database.url)
  const heard = new Promise<string>((done) => bus.on('news', done))
  await new Promise<void>((done) => void bus.onConnect(done))
  await bus.notify('news', 'hello')
  expect(await heard).toBe('hello')
  await bus.close()
})
