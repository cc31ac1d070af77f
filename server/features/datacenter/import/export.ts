import { stringify } from 'yaml'
import { db } from '../../../db/pool.ts'
import { importColumns } from '../../../domain/import/columns.ts'
import { importKinds } from '../../../domain/import/kinds.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { recordsOf } from './current.ts'

/** A location with everything in it, as a document that can be imported elsewhere. No secrets, and so no ways in to devices. */
export async function exportLocation(location_id: number): Promise<{ name: string; text: string }> {
  const { pool } = db()
  const sql = async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[]
  const [location] = await sql<{ name: string }>('select name from location where id = $1::int', [location_id])
  if (!location) throw notFound(msg`Location`, location_id)
  const document: Record<string, Record<string, string>[]> = {}
  for (const kind of importKinds) {
    const said = importColumns[kind].filter(({ name, type }) => type !== 'secret' && !name.includes('_params.'))
    const rows = await recordsOf({ sql }, kind, location_id)
    if (rows.length > 0)
      document[kind] = rows.map((row) =>
        Object.fromEntries(said.flatMap(({ name }) => (row[name] ? [[name, row[name]]] : []))),
      )
  }
  return {
    name: `${location.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')}.yaml`,
    text: stringify(document, { lineWidth: 0 }),
  }
}
