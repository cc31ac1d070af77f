import type { IncomingMessage } from 'node:http'

/** How long the rest of a refused body is still read. */
const REST_MS = 10_000

/**
 * Lets a caller whose request is answered before it has arrived whole (a body too large, nobody signed in) read that answer: a
 * connection that is closed over data which nobody has read is reset, and the answer with it. So it is closed in stages: first
 * what is sent, and the rest when the body has ended or its time is over.
 * @see RFC 9112, 9.6
 */
export function closeInStages(req: IncomingMessage): void {
  if (!req.headers['content-length'] && !req.headers['transfer-encoding']) return
  const { socket } = req
  const close = socket.destroySoon
  socket.destroySoon = () => {
    socket.destroySoon = close
    if (req.complete || socket.destroyed) return socket.destroySoon()
    const timer = setTimeout(() => socket.destroy(), REST_MS)
    socket.on('close', () => clearTimeout(timer))
    req.on('end', () => socket.destroySoon())
    socket.end()
    req.resume()
  }
}
