/** Messages to every web process, this one included: LISTEN/NOTIFY in production. Payloads stay below 8,000 bytes. */
export type NotifyBus = {
  notify(channel: string, payload: string): Promise<void>
  /** Returns the way to stop listening. */
  on(channel: string, listener: (payload: string) => void): () => void
  /** Calls back at every (re)connection: messages sent meanwhile were missed. */
  onConnect(listener: () => void): () => void
}

/** A bus for one process; `reconnect` plays a connection that was lost and found. */
export function localBus(): NotifyBus & { reconnect(): void } {
  const connected = new Set<() => void>()
  const channels = new Map<string, Set<(payload: string) => void>>()
  return {
    async notify(channel, payload) {
      await Promise.resolve() // as with a real bus, the caller goes on first
      for (const listener of channels.get(channel) ?? []) listener(payload)
    },
    on(channel, listener) {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      return () => listeners.delete(listener)
    },
    onConnect(listener) {
      connected.add(listener)
      listener()
      return () => connected.delete(listener)
    },
    reconnect() {
      for (const listener of connected) listener()
    },
  }
}
