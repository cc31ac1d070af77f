import type { Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Adds all files of a folder to a hash, by their names below `from` and their content. */
export function hashFolder(hash: Hash, folder: string, from = folder): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of files.sort()) hash.update(path.slice(from.length)).update(readFileSync(path))
}
