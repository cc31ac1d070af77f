import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'

export type User = { uid: number; gid: number }

/** Who the server runs as, when that is not who the panel runs as. */
export type Owner = User | Record<string, never>

export const isUser = (owner: Owner): owner is User => owner.uid !== undefined

/** Where the database lives when its user cannot get to the data folder or the checkout, such as below a closed home. */
const OPEN_PLACE = '/var/lib/datahall'

/** True when the user may enter the folder or run the file: asks the system, since modes do not tell of ACLs and mounts. */
export function canEnter(file: string, user: User): boolean {
  const asked = spawnSync('test', ['-x', file], { ...user, cwd: '/', stdio: 'ignore', timeout: 10_000 })
  if (asked.error) throw new Error(`Cannot find out who may enter ${file}: ${asked.error.message}`)
  return asked.status === 0
}

/**
 * The folder of the cluster for a database that runs as another user. It is `<data>/postgres` where that user can get there;
 * otherwise one below `/var/lib/datahall`, to which `<data>/postgres` then is a link. A cluster that lies where its user can no
 * longer get to (the data folder was moved) is taken along; it must not be running.
 * @throws Error in words when no place will do, or the link leads nowhere
 */
export function clusterFolder(dataDirectory: string, user: User, openPlace = OPEN_PLACE): string {
  const wanted = path.join(dataDirectory, 'postgres')
  const stat = lstatSync(wanted, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink()) return linked(wanted)
  if (canEnter(dataDirectory, user)) return wanted
  const place = openFolder(openPlace, user, dataDirectory)
  const target = path.join(place, `${label(dataDirectory)}-${randomBytes(4).toString('hex')}`, 'postgres')
  mkdirSync(path.dirname(target), { mode: 0o755 })
  if (stat) move(wanted, target)
  else mkdirSync(target, { mode: 0o700 })
  symlinkSync(target, wanted)
  return target
}

function linked(wanted: string): string {
  if (existsSync(wanted)) return realpathSync(wanted)
  throw new Error(
    `The database's files are not there: ${wanted} is a link to ${readlinkSync(wanted)}. Bring them back, or remove the link to begin with an empty database`,
  )
}

/**
 * A folder of PostgreSQL's programs that the user can run: `folder` itself, or else a copy of it below `/var/lib/datahall`,
 * made once for each version.
 */
export function reachablePrograms(folder: string, version: string, user: User, openPlace = OPEN_PLACE): string {
  if (['bin/postgres', 'bin/initdb', 'lib', 'share'].every((part) => canEnter(path.join(folder, part), user)))
    return folder
  const copy = path.join(openFolder(openPlace, user, folder), `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  cpSync(folder, half, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', half])
  try {
    renameSync(half, copy)
  } catch (fault) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(copy)) throw fault // else another panel was quicker
  }
  return copy
}

/** Names the folder after its checkout: `/root/panel/.data` is `panel`. */
function label(dataDirectory: string): string {
  const parts = path.resolve(dataDirectory).split(path.sep)
  const name = parts.pop() ?? ''
  return (name.startsWith('.') ? (parts.pop() ?? '') : name).replaceAll(/[^\w.-]/g, '_') || 'data'
}

function openFolder(place: string, user: User, instead: string): string {
  try {
    mkdirSync(place, { recursive: true, mode: 0o755 })
    if (canEnter(place, user)) return place
  } catch {
    // refused below
  }
  throw new Error(
    `As root the panel runs its database as the user postgres, who can enter neither ${instead} nor ${place}. Put data folder ` +
      'and checkout elsewhere (/opt/datahall, say), run the panel as an ordinary user, or set DATABASE_URL',
  )
}

/** Renames, or copies with owners and modes where the two lie on different file systems. */
function move(from: string, to: string) {
  try {
    renameSync(from, to)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EXDEV') throw fault
    const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(`The database cannot be copied to ${to}: ${copied.stderr}`)
    rmSync(from, { recursive: true })
  }
}
