import pg from 'pg'
import { runningDatabase } from '../../server/cli/admin/database.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of whatever a test asks for
type Row = any

/** The database of a panel that runs on a folder, for what no client of it can bring about. */
export async function createClient(data: string) {
  const url = runningDatabase(data)
  if (!url) throw new Error(`No panel runs on ${data}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    query: async (text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await client.query(text, [...values])).rows,
    close: () => client.end(),
  }
}
