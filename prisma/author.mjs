// npm run migration -- name    writes the next migration: the difference between the committed prisma/schema and the one in the work tree.
// Needs DATABASE_URL (any PostgreSQL; nothing is written there). Read the file before committing it: add foreign keys, checks and
// partial indexes by hand, and name such indexes `own_…` so that the drift test leaves them alone.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { folder, schemaSql } from './engine.mjs'

const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error('usage: npm run migration -- name_in_lower_case')
if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL is not set')

const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
const committed = git('ls-tree', '--name-only', 'HEAD', 'schema/')
  .split('\n')
  .filter(Boolean)
  .map((file) => ({ path: path.basename(file), content: git('show', `HEAD:./${file}`) }))
const sql = await schemaSql(process.env.DATABASE_URL, committed)
if (!sql) {
  console.log('The schema has not changed; nothing to write.')
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const dir = path.join(folder, 'migrations', `${stamp}_${name}`)
  fs.mkdirSync(dir, { recursive: true })
  fs.writeFileSync(path.join(dir, 'migration.sql'), `${sql}\n`)
  console.log(`Wrote ${path.relative(process.cwd(), dir)}/migration.sql`)
}
process.exit(0)
