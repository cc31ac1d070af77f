import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** How long the rest of a refused body is still read. */
const REST_MS = 10_000

/** The request of a connection that came last. */
const newest = new WeakMap<Socket, IncomingMessage>()

/**
 * Lets a caller whose request is answered before it has arrived whole (a body too large, nobody signed in) read that answer: a
 * connection that is closed over data which nobody has read is reset, and the answer with it. So it is closed in stages: first
 * what is sent, and the rest when the body has ended or its time is over.
 * @see RFC 9112, 9.6
 */
export function closeInStages(req: IncomingMessage): void {
  const { socket } = req
  const isKnown = newest.has(socket)
  newest.set(socket, req)
  if (isKnown) return
  const close = socket.destroySoon
  socket.destroySoon = () => {
    socket.destroySoon = close
    const last = newest.get(socket)
    if (!last || last.complete || socket.destroyed) return socket.destroySoon()
    const timer = setTimeout(() => socket.destroy(), REST_MS)
    socket.on('close', () => clearTimeout(timer))
    last.on('end', () => socket.destroySoon())
    socket.end()
    last.resume()
  }
}
