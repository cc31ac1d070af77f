import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a file of a secret, unless it is there, so that it is whole or absent whenever the process is killed. Of two processes that make
 * it at once, one has made it for both.
 */
export function writeNew(file: string, text: string) {
  const beside = `${file}.${randomBytes(6).toString('hex')}`
  const opened = openSync(/* turbopackIgnore: true */ beside, 'wx', 0o600)
  writeSync(opened, text)
  fsyncSync(opened)
  closeSync(opened)
  try {
    linkSync(beside, file)
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    // File systems without links: the last of two wins, and both read what it wrote.
    if (code !== 'EEXIST') renameSync(beside, file)
  }
  rmSync(beside, { force: true })
  keepNames(path.dirname(file))
}

/** Renames a folder, and brings its new name to the disk. */
export function renameWhole(from: string, to: string) {
  renameSync(from, to)
  keepNames(path.dirname(to))
}

function keepNames(folder: string) {
  const opened = openSync(/* turbopackIgnore: true */ folder, 'r')
  try {
    fsyncSync(opened)
  } catch {
    // not every file system knows of it
  } finally {
    closeSync(opened)
  }
}
