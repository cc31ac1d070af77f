import { Duplex } from 'node:stream'
import type { Channel } from 'ssh2'
import { SshError } from './errors.ts'

/**
 * An SSH channel as an ordinary Duplex. ssh2's own stream forgets the callbacks of writes made after the peer closed and never
 * settles `destroy()`, so pipelines over it can hang; this one ends in every case and keeps back-pressure both ways
 * (a paused reader stops the SSH window, RFC 4254, 5.2).
 *
 * @param allowHalfOpen false: the peer's end of data ends this side too
 */
export function channelDuplex(channel: Channel, onClosed: () => void, allowHalfOpen: boolean): Duplex {
  let waiting: ((error?: Error | null) => void) | null = null
  let ended = false
  const settle = (error: Error | null) => {
    const callback = waiting
    waiting = null
    callback?.(error)
  }
  const duplex = new Duplex({
    allowHalfOpen,
    read() {
      channel.resume()
    },
    write(chunk: Buffer, _encoding, callback) {
      waiting = callback
      channel.write(chunk, () => settle(null))
    },
    final(callback) {
      channel.end()
      callback()
    },
    destroy(error, callback) {
      settle(error ?? new SshError('lost', 'The channel is closed'))
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
    onClosed()
    end()
    settle(new SshError('lost', 'The other side closed the channel'))
    // Nothing can be written any more; what was received may still be read.
    if (duplex.readableEnded) duplex.destroy()
    else duplex.once('end', () => duplex.destroy())
  })
  return duplex
}
