import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'

const FAST_MS = 20_000
const AT_ONCE_MS = 10_000

/**
 * A killed panel leaves its server running, a killed server its pid file. Ends the one and removes the other, so that a server can be
 * started on the folder. The number alone says nothing: another process may have it by now, or the folder is a copy of one that is
 * in use. A server works in its folder, which tells it from all others.
 * @throws Error when the server does not end
 */
export function endLeftServer(directory: string) {
  const file = path.join(directory, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!ends(pid, directory, 'SIGINT', FAST_MS) && !ends(pid, directory, 'SIGQUIT', AT_ONCE_MS))
    throw new Error(`The database server that a former start has left (process ${pid}) does not end: end it by hand`)
  rmSync(file, { force: true })
}

function ends(pid: number, directory: string, signal: NodeJS.Signals, withinMs: number): boolean {
  if (!servesFolder(pid, directory)) return true
  process.kill(pid, signal)
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    if (!servesFolder(pid, directory)) return true
  }
  return false
}

/** True for a PostgreSQL of this folder; one that cannot be inspected belongs to another user. */
function servesFolder(pid: number, directory: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') &&
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory)
    )
  } catch {
    return false
  }
}
