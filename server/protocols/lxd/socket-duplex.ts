import { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'

const STALL_BYTES = 1 << 20

/** Bytes of a WebSocket as a Duplex: binary frames are data, and the socket's end is the stream's. Back-pressure goes both ways. */
export function socketDuplex(socket: WebSocket): Duplex {
  const duplex = new Duplex({
    allowHalfOpen: false,
    read() {
      if (socket.isPaused) socket.resume()
    },
    write(chunk: Buffer, _encoding, callback) {
      if (socket.readyState !== socket.OPEN) return callback()
      if (socket.bufferedAmount < STALL_BYTES) {
        socket.send(chunk, { binary: true })
        return callback()
      }
      socket.send(chunk, { binary: true }, () => callback())
    },
    final(callback) {
      socket.close()
      callback()
    },
    destroy(error, callback) {
      socket.terminate()
      callback(error)
    },
  })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    // LXD marks the end of its output with an empty text frame.
    if (!isBinary && (data as Buffer).length === 0) return void duplex.push(null)
    if (!duplex.push(data as Buffer)) socket.pause()
  })
  socket.once('close', () => {
    if (!duplex.readableEnded) duplex.push(null)
    duplex.destroy()
  })
  return duplex
}
