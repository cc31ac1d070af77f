import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { isUser, type Owner } from './reach.ts'
import { renameWhole } from './write-new.ts'

const run = promisify(execFile)
const INITDB_FLAGS = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--username=postgres',
]
const UNFINISHED = '.initial-'

/**
 * Makes the files of a new database in `directory`, unless it has some. They are made beside it and renamed once they are
 * complete: a start that was killed meanwhile leaves nothing that the next one could take for a database.
 * @throws Error when the folder holds something else, or a database of another major version
 */
export async function initialise(
  { initdb, version }: { initdb: string; version: string },
  directory: string,
  password: string,
  owner: Owner,
): Promise<void> {
  if (existsSync(path.join(directory, 'PG_VERSION'))) return checkMajor(directory, version)
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Error(`The folder ${directory} is not empty, and holds no database: move away what is in it`)
  const parent = path.dirname(directory)
  clearUnfinished(parent)
  const secret = path.join(parent, `${UNFINISHED}${randomBytes(6).toString('hex')}`)
  const files = `${secret}.database`
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  mkdirSync(files, { mode: 0o700 })
  if (isUser(owner)) for (const file of [secret, files]) chownSync(file, owner.uid, owner.gid)
  try {
    await run(initdb, ['-D', files, `--pwfile=${secret}`, ...INITDB_FLAGS], { ...owner, cwd: '/' })
    renameWhole(files, directory)
  } finally {
    rmSync(secret, { force: true })
    rmSync(files, { recursive: true, force: true })
  }
}

/** A major version reads no files of another one; PostgreSQL itself would say so in its log alone. */
function checkMajor(directory: string, version: string) {
  const found = readFileSync(path.join(directory, 'PG_VERSION'), 'utf8').trim()
  const ours = version.split('.')[0]
  if (found === ours) return
  throw new Error(
    `The database in ${directory} is of PostgreSQL ${found}, and this version of the panel comes with PostgreSQL ${ours}. ` +
      'Nothing was changed. Write a dump with the version of the panel that ran last (npm run admin -- dump FILE), move the folder ' +
      'away, then run npm run admin -- restore FILE with this version: see "A new major version of PostgreSQL" in docs/guide/configuration.md',
  )
}

/** What starts that were killed have left. Their initdb may still be writing: what cannot be removed now is removed next time. */
function clearUnfinished(parent: string) {
  for (const name of readdirSync(parent))
    if (name.startsWith(UNFINISHED))
      try {
        rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 })
      } catch {
        // still being written
      }
}
