import { EventEmitter } from 'node:events'
import type { Snapshot, StateKeeper } from './store.ts'

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
  }
}
