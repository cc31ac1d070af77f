import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { isUser, type Owner } from './embedded.ts'
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
 * @throws Error when the folder holds something else
 */
export async function initialise(initdb: string, directory: string, password: string, owner: Owner): Promise<void> {
  if (existsSync(path.join(directory, 'PG_VERSION'))) return
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
