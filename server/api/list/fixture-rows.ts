import fc from 'fast-check'

/** A row of the test tables as JavaScript sees it. */
export type TestRow = {
  id: number
  name: string
  account_id: number
  node_id: number | null
  state: string
  cpu_number: number
  ram_mib: number | null
  load: number | null
  protected: boolean
  comment: string | null
  ip_addr: string | null
  uuid: string | null
  roles: string[]
  property: { a?: number }
  create_date: Date
  tags: { id: number; name: string }[]
}

export const accounts = [
  { id: 1, email: 'ann@example.com' },
  { id: 2, email: 'bob@example.com' },
  { id: 3, email: '=cmd@example.com' },
]
export const nodes = [
  { id: 1, name: 'node1', secret: 'one' },
  { id: 2, name: 'Node_2', secret: 'two' },
]

/** Texts that mean something to LIKE, to SQL, to spreadsheets or to the parser. */
export const words = [
  '',
  'vm1',
  'VM1',
  'vm_1',
  'v%',
  'a\\b',
  "it's",
  'say "x"',
  'null',
  'true',
  '5',
  '=1+1',
  'net a',
  'é',
  'É',
  '日本',
  ' vm1',
]
export const addresses = ['10.0.0.2', '10.0.0.10', '9.255.0.1', '192.0.2.7', '2001:db8::1', '2001:db8::a', '::1']
export const uuids = ['6f1c3c52-27a3-4a5e-9d2f-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff']
export const moments = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.250Z',
  '2026-01-01T00:00:01.000Z',
  '2026-02-28T23:59:59.999Z',
]

const maybe = <T>(items: readonly T[]) => fc.option(fc.constantFrom(...items), { freq: 3 })

const rowWithoutId = fc.record({
  name: fc.constantFrom(...words),
  account_id: fc.constantFrom(1, 2, 3),
  node_id: maybe([1, 2]),
  state: fc.constantFrom('active', 'stopped', 'unknown'),
  cpu_number: fc.constantFrom(-1, 0, 1, 5, 2147483647),
  ram_mib: maybe([0, 5, 512, 9007199254740991]),
  load: maybe([-0.5, 0, 0.1, 5, 5.5]),
  protected: fc.boolean(),
  comment: maybe(words),
  ip_addr: maybe(addresses),
  uuid: maybe(uuids),
  roles: fc.constantFrom<string[]>([], ['@admin'], ['@user', '@advanced_user']),
  property: fc.constantFrom({}, { a: 1 }),
  create_date: fc.constantFrom(...moments).map((moment) => new Date(moment)),
  tags: fc.uniqueArray(fc.constantFrom({ id: 1, name: 'web' }, { id: 2, name: 'vm1' }, { id: 5, name: '5' })),
})

const rowsOf = (count: number): fc.Arbitrary<TestRow[]> =>
  fc
    .array(rowWithoutId, { minLength: count, maxLength: count })
    .map((rows) => rows.map((row, at) => ({ id: at + 1, ...row })))

/** The same rows in every run and every file. */
export const sampleRows = (count: number): TestRow[] =>
  count ? (fc.sample(rowsOf(count), { seed: 7, numRuns: 1 })[0] ?? []) : []

type Db = { query: (text: string, values: unknown[]) => Promise<unknown> }

/** Puts rows into the test tables. */
export const insertRows = async (db: Db, rows: readonly TestRow[]): Promise<void> => {
  const put = (table: string, items: readonly object[]) =>
    db.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [JSON.stringify(items)])
  await put('account', accounts)
  await put('node', nodes)
  await put('vm', rows)
  await put(
    'tag',
    rows.flatMap(({ id, tags }) => tags.map((tag) => ({ ...tag, vm_id: id }))),
  )
}
