// Schema engine as WebAssembly, for authoring migrations and finding drift. Development only: the product applies plain SQL files.
// It only ever compares schema files here. Reading a database back is left to PostgreSQL's own catalogue (see catalogue()):
// the engine cannot describe functions and operator classes that our migrations use.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'

const require = createRequire(import.meta.url)

export const folder = import.meta.dirname

export function schemaFiles() {
  const dir = path.join(folder, 'schema')
  return fs
    .readdirSync(dir)
    .sort()
    .map((name) => ({ path: name, content: fs.readFileSync(path.join(dir, name), 'utf8') }))
}

async function openEngine(url, files) {
  const glue = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bg = await import(glue)
  const wasm = fs.readFileSync(path.join(path.dirname(glue), 'schema_engine_bg.wasm'))
  const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), { './schema_engine_bg.js': bg })
  bg.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }))
  return bg.SchemaEngine.new({ datamodels: files.map((file) => [file.path, file.content]) }, () => {}, adapter)
}

/** SQL that leads from one set of schema files to another; `before` null means an empty database. */
export async function schemaSql(url, before, after = schemaFiles()) {
  const engine = await openEngine(url, after)
  const answer = await engine.diff({
    from: before?.length ? { tag: 'schemaDatamodel', files: before } : { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: after },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  })
  const sql = (answer.stdout ?? '').trim()
  return sql.startsWith('-- This is an empty migration') ? '' : sql
}

/**
 * Columns and indexes of a database as sorted lines, without what the migrations add by hand: primary keys' and foreign keys'
 * constraints aside, indexes whose name starts with `own_`.
 */
export async function catalogue(query) {
  const columns =
    await query(`select table_name, column_name, udt_name, is_nullable, column_default, coalesce(datetime_precision::text, '') as p
    from information_schema.columns where table_schema = 'public' and table_name <> '_prisma_migrations'`)
  const indexes =
    await query(`select indexdef from pg_indexes where schemaname = 'public' and tablename <> '_prisma_migrations'
    and indexname not like 'own\\_%' and indexname not in (select conname from pg_constraint where contype = 'x')`)
  return [
    ...columns.map(
      (c) => `${c.table_name}.${c.column_name} ${c.udt_name}(${c.p}) ${c.is_nullable} ${c.column_default ?? ''}`,
    ),
    ...indexes.map((i) => i.indexdef),
  ].sort()
}
