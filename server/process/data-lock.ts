import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

export type DataLock = {
  /** Tells a process that is refused where this panel is reached. */
  note(address: string): void
  release(): void
}

type Holder = { pid: number; address?: string }

/** Exit code of `flock` when another process holds the lock. */
const HELD = 75

/**
 * Takes the data folder for this process, and the place of the database's files when that is another one. The kernel holds
 * the lock and drops it with the process, however that ends, so nothing stale stays behind.
 * @throws Error in words that name the process which has the folder
 */
export function lockData(dataDirectory: string): DataLock {
  try {
    mkdirSync(dataDirectory, { recursive: true })
  } catch (fault) {
    throw new Error(`The data folder ${dataDirectory} cannot be made: ${(fault as Error).message}`)
  }
  const files = [lockFile(dataDirectory, dataDirectory)]
  const cluster = path.join(dataDirectory, 'postgres')
  const home = existsSync(cluster) ? path.dirname(realpathSync(cluster)) : dataDirectory
  // A copy of a data folder leads to the same database as the folder it was copied from.
  try {
    if (home !== realpathSync(dataDirectory)) files.push(lockFile(home, dataDirectory))
  } catch (fault) {
    for (const file of files) closeSync(file)
    throw fault
  }
  const write = (holder: Holder) => {
    for (const file of files) {
      ftruncateSync(file)
      writeSync(file, `${JSON.stringify(holder)}\n`, 0)
    }
  }
  write({ pid: process.pid })
  return {
    note: (address) => write({ pid: process.pid, address }),
    release: () => {
      for (const file of files.splice(0)) {
        ftruncateSync(file)
        closeSync(file)
      }
    },
  }
}

/** Opens and locks the file `lock` of a folder; answers its descriptor, which has to stay open. */
function lockFile(folder: string, dataDirectory: string): number {
  const name = path.join(folder, 'lock')
  const file = open(name, dataDirectory)
  // The lock belongs to the opened file, which the child only borrows: it outlives the child and ends with our descriptor.
  const { status } = spawnSync('flock', ['-n', '-E', String(HELD), '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  })
  const holder = readHolder(name)
  // Without the program or a file system that locks, the process that wrote its number last has to do.
  const taken = status === 0 ? false : status === HELD || (holder !== null && isAlive(holder.pid))
  if (!taken) return file
  closeSync(file)
  const who = holder ? `process ${holder.pid}${holder.address ? ` at ${holder.address}` : ''}` : 'another process'
  throw new Error(
    `The data folder ${dataDirectory} is in use by a panel that runs already: ${who}. ` +
      'Stop that one, or give this one a folder of its own (--data FOLDER). Several processes can share a database by DATABASE_URL',
  )
}

function open(name: string, dataDirectory: string): number {
  try {
    return openSync(name, 'a+', 0o600)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EACCES') throw fault
    throw new Error(
      `The data folder ${dataDirectory} belongs to another user: start the panel as that user, or give it a folder of its own (--data FOLDER)`,
    )
  }
}

function readHolder(name: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(name, 'utf8')) as Partial<Holder>
    return typeof holder.pid === 'number'
      ? { pid: holder.pid, ...(holder.address && { address: holder.address }) }
      : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM'
  }
}
