import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { api, count, DOCUMENT, empty, run, startImport } from './import-fixture.ts'

beforeAll(startImport)
afterAll(() => api.close())
beforeEach(async () => {
  await empty()
  await run('all', DOCUMENT)
})

const racks = (most: number) =>
  api.database.pool.query(
    `insert into rack (name, location_id, size, hall_row, hall_place) select 'R' || n, 1, 48, 9, n from generate_series(0, $1::int) n`,
    [most],
  )
const mac = (n: number) =>
  `02:00:00:${[n >> 16, (n >> 8) & 255, n & 255].map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`
const servers = (rows: number, faulty: (n: number) => string | undefined) => {
  const lines = ['name,platform,location,rack,unit,mac,note,owner']
  for (let n = 0; n < rows; n++)
    lines.push(
      faulty(n) ?? `srv-${n},Rack 1U,Oslo,R${Math.floor(n / 45)},${(n % 45) + 1},${mac(n)},note ${n},ann@example.com`,
    )
  return `${lines.join('\n')}\n`
}

it('100,000 rows are tried in batches, each after those before it', async () => {
  await racks(2300)
  const place = (n: number) => (n % 1000 === 999 ? `late-${n},Rack 1U,Oslo,R0,1,,,` : undefined)
  const tried = await run('server', servers(100_000, place), { dry_run: true })
  expect(tried).toMatchObject({ applied: false, total: 100_000, counts: { create: 99_900, error: 100 } })
  expect(tried.rows).toHaveLength(1000)
  expect(tried.rows[0]).toMatchObject({
    line: 1001,
    errors: [{ field: 'unit', words: 'No room in rack R0: unit 1 is taken by server srv-0' }],
  })
  expect(await count('server')).toBe(4)
})

it('a try says what the import then does', async () => {
  await racks(2)
  const faults: Record<number, string> = {
    3: `twice,Rack 1U,Oslo,R0,1,,,`,
    5: `outside,Rack 1U,Oslo,R0,49,,,`,
    7: `card,Rack 1U,Oslo,R1,40,${mac(2)},,`,
    9: `known-card,Rack 1U,Oslo,R1,41,52:54:00:00:00:01,,`,
    11: `nowhere,Rack 1U,Oslo,No such,1,,,`,
    13: `half-left,Half,Oslo,R2,20,,,`,
    15: `half-right,Half,Oslo,R2,20,,,`,
    17: `half-third,Half,Oslo,R2,20,,,`,
    19: `on-half,Rack 1U,Oslo,R2,20,,,`,
    21: `no-place,Rack 1U,Oslo,,,,,`,
    23: `stranger,Rack 1U,Oslo,R1,42,,,nobody@example.com`,
  }
  const text = servers(60, (n) => faults[n])
  const tried = await run('server', text, { dry_run: true })
  const done = await run('server', text, { on_error: 'skip' })
  expect(tried.counts).toMatchObject({ create: 51, error: 9 })
  expect(done).toEqual({ ...tried, applied: true })
  // What changes nothing that others look at is tried by reading it.
  const notes = text.replaceAll(',note ', ',other ').replace(',other 2,', `,${'x'.repeat(1501)},`)
  const edit = await run('server', notes, { dry_run: true })
  expect(await run('server', notes, { on_error: 'skip' })).toEqual({ ...edit, applied: true })
  expect(edit.counts.update).toBeGreaterThan(40)
  expect(edit.rows.find(({ name }: { name: string }) => name === 'srv-2')).toMatchObject({ outcome: 'error' })
})
