/** Files and folders of a simulated account, and what is the matter with its disk. */
export class FileTree {
  readonly files = new Map<string, { data: Buffer; modified: number }>()
  readonly folders = new Set<string>(['/'])
  total = 2 ** 40
  free = 2 ** 39
  /** Nothing can be written. */
  readOnly = false
  /** Nothing is answered any more, while the connection stays. */
  silent = false

  now(): number {
    return Math.floor(Date.now() / 1000)
  }

  hasParent(path: string): boolean {
    return this.folders.has(path.slice(0, path.lastIndexOf('/')) || '/')
  }

  /** What is in a folder. */
  names(folder: string): string[] {
    const start = folder === '/' ? '/' : `${folder}/`
    return [...this.files.keys(), ...this.folders]
      .filter((path) => path !== '/' && path.startsWith(start) && !path.slice(start.length).includes('/'))
      .map((path) => path.slice(start.length))
  }

  write(path: string, offset: number, piece: Buffer): boolean {
    const file = this.files.get(path)
    if (!file || piece.length > this.free) return false
    const data = Buffer.alloc(Math.max(file.data.length, offset + piece.length))
    file.data.copy(data)
    piece.copy(data, offset)
    this.free -= data.length - file.data.length
    this.files.set(path, { data, modified: this.now() })
    return true
  }
}
