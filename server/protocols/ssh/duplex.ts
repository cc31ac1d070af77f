import { Duplex } from 'node:stream'
import type { Channel } from 'ssh2'

/**
 * An SSH channel as an ordinary Duplex. ssh2's own stream forgets the callbacks of writes made after the peer closed and never
 * settles `destroy()`, so pipelines over it can hang; this one ends in every case and keeps back-pressure both ways
 * (a paused reader stops the SSH window, RFC 4254, 5.2). What is written to a peer that stopped reading is dropped, as
 * it would be in its buffers; what the peer said before can still be read, and then the stream closes.
 *
 * @param allowHalfOpen false: the peer's end of data ends this side too
 */
export function channelDuplex(channel: Channel, onClosed: () => void, allowHalfOpen: boolean): Duplex {
  let waiting: (() => void) | null = null
  let ended = false
  let closed = false
  const settle = () => {
    const callback = waiting
    waiting = null
    callback?.()
  }
  const duplex = new Duplex({
    allowHalfOpen,
    read() {
      channel.resume()
    },
    write(chunk: Buffer, _encoding, callback) {
      if (closed) return callback()
      waiting = callback
      channel.write(chunk, settle)
    },
    final(callback) {
      channel.end()
      callback()
    },
    destroy(error, callback) {
      settle()
      channel.close()
      channel.resume()
      callback(error)
    },
  })
  channel.pause()
  channel.on('data', (chunk: Buffer) => {
    if (!duplex.destroyed && !duplex.push(chunk)) channel.pause()
  })
  const end = () => {
    if (ended || duplex.destroyed) return
    ended = true
    duplex.push(null)
  }
  channel.on('end', end)
  channel.on('error', (error: Error) => duplex.destroy(error))
  channel.on('close', () => {
    closed = true
    onClosed()
    end()
    settle()
    if (duplex.readableEnded) duplex.destroy()
    else duplex.once('end', () => duplex.destroy())
  })
  return duplex
}
