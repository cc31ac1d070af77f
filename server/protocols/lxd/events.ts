import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'

const event = z.object({
  type: z.literal('lifecycle'),
  metadata: z.object({ action: z.string(), source: z.string().max(1000) }),
})

export type LifecycleEvent = { action: string; instance: string }

/** What a message of `/1.0/events?type=lifecycle` says about an instance; null for anything else. */
export function parseLifecycle(text: string): LifecycleEvent | null {
  try {
    const { action, source } = event.parse(JSON.parse(text)).metadata
    const instance = /^\/1\.0\/(?:instances|containers)\/([^/?]+)/.exec(source)?.[1]
    return instance ? { action, instance: decodeURIComponent(instance) } : null
  } catch {
    return null
  }
}

/** Calls `listener` with each lifecycle event of instances until the socket closes. */
export function onLifecycle(socket: WebSocket, listener: (event: LifecycleEvent) => void): void {
  socket.on('message', (data: RawData) => {
    const found = parseLifecycle(data.toString())
    if (found) listener(found)
  })
  socket.resume()
}
