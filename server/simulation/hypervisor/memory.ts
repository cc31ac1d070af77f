import { EventEmitter } from 'node:events'
import type { FileKeeper, KeptFile, Snapshot, StateKeeper } from './store.ts'

/** Keeps states in this process alone, as text like every keeper. */
export function memoryKeeper(): StateKeeper {
  const kept = new Map<string, { version: number; text: string }>()
  const changes = new EventEmitter().setMaxListeners(0)
  return {
    async read(node, known): Promise<Snapshot | null> {
      const row = kept.get(node)
      return row && row.version > known ? { version: row.version, state: JSON.parse(row.text) } : null
    },
    async write(node, { version, state }) {
      if ((kept.get(node)?.version ?? 0) >= version) return false
      kept.set(node, { version, text: JSON.stringify(state) })
      changes.emit(`on:${node}`)
      return true
    },
    onChange(node, listener) {
      changes.on(`on:${node}`, listener)
      return () => changes.off(`on:${node}`, listener)
    },
    files: memoryFiles(),
  }
}

function memoryFiles(): FileKeeper {
  const nodes = new Map<string, Map<string, KeptFile>>()
  const of = (node: string) => {
    const files = nodes.get(node) ?? new Map<string, KeptFile>()
    nodes.set(node, files)
    return files
  }
  return {
    read: async (node, path) => of(node).get(path) ?? null,
    write: async (node, path, file) => void of(node).set(path, file),
    async touch(node, path, modified) {
      const file = of(node).get(path)
      if (file) of(node).set(path, { ...file, modified })
      return file !== undefined
    },
    async rename(node, from, to) {
      const file = of(node).get(from)
      of(node).delete(from)
      if (file) of(node).set(to, file)
      return file !== undefined
    },
    remove: async (node, path) => of(node).delete(path),
    async list(node, folder) {
      const inside = [...of(node)].filter(([path]) => path.slice(0, path.lastIndexOf('/')) === folder)
      return inside.map(([path, { data, modified }]) => ({
        name: path.slice(folder.length + 1),
        size: data?.length ?? 0,
        modified,
        isFolder: data === null,
      }))
    },
  }
}
