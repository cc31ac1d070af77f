/** Messages to every web process, this one included: LISTEN/NOTIFY in production. Payloads stay below 8,000 bytes. */
export type NotifyBus = {
  publish(channel: string, payload: string): Promise<void>
  /** Returns the way to stop listening. */
  subscribe(channel: string, listener: (payload: string) => void): () => void
}

/** A bus for one process. */
export function localBus(): NotifyBus {
  const channels = new Map<string, Set<(payload: string) => void>>()
  return {
    async publish(channel, payload) {
      await Promise.resolve() // as with a real bus, the caller goes on first
      for (const listener of channels.get(channel) ?? []) listener(payload)
    },
    subscribe(channel, listener) {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      return () => listeners.delete(listener)
    },
  }
}
