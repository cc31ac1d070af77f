import { createHash } from 'node:crypto'
import type { Programs } from './server.ts'
import type { FileTree } from './tree.ts'

/** `sha256sum` of the files of a simulated account, with the limit around it. */
export const sumsOf =
  (tree: FileTree): Programs =>
  (line) => {
    const path = /^timeout -k 2 \d+ sha256sum -- (\S+)$/.exec(line)?.[1]
    const file = path === undefined ? undefined : tree.files.get(path)
    return file ? `${createHash('sha256').update(file.data).digest('hex')}  ${path}\n` : null
  }
