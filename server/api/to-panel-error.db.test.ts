import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../e2e/support/api.ts'
import { openDatabase, setDatabase } from '../db/pool.ts'
import { transaction } from '../db/transaction.ts'
import { toPanelError } from './to-panel-error.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('reports over every transport that the database is away, and when to retry', async () => {
  const nobody = openDatabase('postgresql://nobody:none@127.0.0.1:1/none')
  setDatabase(nobody)
  try {
    const told = { code: 9022, msg: expect.stringContaining('database of the panel does not answer') }
    const rest = await api.ann.get('/vm/v3/host')
    expect(rest).toMatchObject({ status: 503, body: { error: told } })
    expect(rest.headers.get('retry-after')).toBe('2')
    const screen = await api.ann.get('/api/trpc/vm.host.list')
    expect(screen).toMatchObject({ status: 503, body: { error: { data: { panel: told } } } })
    expect(screen.headers.get('retry-after')).toBe('2')
    const body = { email: 'ann@example.com', password: 'Correct-horse-1' }
    expect(await api.request('POST', '/auth/v4/public/token', { body })).toMatchObject({ status: 503 })
  } finally {
    setDatabase(api.database)
    await nobody.close()
  }
  expect((await api.ann.get('/vm/v3/host')).status).toBe(200)
})

it('gives up what takes too long, and who waits too long for a connection, with words', async () => {
  const slow = openDatabase(api.database.url, { statementMs: 100 })
  setDatabase(slow)
  try {
    const sleep = 'select pg_sleep(5)::text'
    for (const late of [() => slow.pool.query(sleep), () => transaction(({ sql }) => sql(sleep))]) {
      const fault = await late().catch((thrown: unknown) => toPanelError(thrown, 'test'))
      expect(fault).toMatchObject({ code: 'unavailable', retryAfter: 5, message: expect.stringContaining('too long') })
    }
  } finally {
    setDatabase(api.database)
    await slow.close()
  }
  const narrow = openDatabase(api.database.url, { connectionMs: 1000, connections: 1 })
  const held = await narrow.pool.connect()
  setDatabase(narrow)
  try {
    const waiting = await api.ann.get('/vm/v3/host')
    expect(waiting).toMatchObject({ status: 503, body: { error: { code: 9022 } } })
    expect(waiting.headers.get('retry-after')).toBe('2')
  } finally {
    held.release()
    setDatabase(api.database)
    await narrow.close()
  }
})

it('lets the loser of a deadlock try again', async () => {
  const lock = 'select 1 from account where id = $1::int for update'
  const tell: (() => void)[] = []
  const held = [0, 1].map((i) => new Promise<void>((resolve) => (tell[i] = resolve)))
  const cross = (mine: 0 | 1) =>
    transaction(async ({ sql }) => {
      const ids = [api.ann.id, api.bob.id]
      await sql(lock, [ids[mine]])
      tell[mine]?.()
      await held[1 - mine]
      await sql(lock, [ids[1 - mine]])
    })
  const ends = await Promise.allSettled([cross(0), cross(1)])
  const lost = ends.filter((end) => end.status === 'rejected')
  expect(lost).toHaveLength(1)
  expect(toPanelError(lost[0]?.reason, 'test')).toMatchObject({ code: 'unavailable', retryAfter: 1 })
})
