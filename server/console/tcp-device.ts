import { connect, type Socket } from 'node:net'
import { deviceUnreachable } from '../domain/shared/errors.ts'
import { textOf } from '../shared/spoken-error.ts'
import { msg } from '../shared/text.ts'

/**
 * Bytes read at once. Measured: 64 KiB carries 1.0, 256 KiB 1.6, 512 KiB 1.8 times what websockify does for a CPU second; the
 * pages of an idle session's buffer are never touched, so they cost no memory.
 */
const READ_BYTES = 512 * 1024
/** Room before the data for the longest frame header, so that header and data leave in one write. */
export const HEAD_ROOM = 10

/**
 * Takes what was read: `data` bytes from HEAD_ROOM on in `buffer`, valid until it returns true or `resume` is called.
 * Return false to read no more until then.
 */
export type LaneReader = (buffer: Buffer, length: number) => boolean

/** The way around the stream machinery: one buffer for the whole connection, filled by the kernel, sent from where it lies. */
export type Lane = {
  /** From here on bytes go to the reader, not into the stream. What the stream still holds has to be read first. */
  take(reader: LaneReader): void
  resume(): void
}

const lanes = new WeakMap<object, Lane>()

/** The fast lane of a stream that {@link connectTcpDevice} made; other streams have none. */
export const laneOf = (stream: object): Lane | undefined => lanes.get(stream)

/**
 * Connects to a device that speaks plain TCP. The socket works like any stream, and has a fast lane besides.
 * Throws `device_unreachable`, in words.
 */
export function connectTcpDevice(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let reader: LaneReader | null = null
    const buffer = Buffer.allocUnsafeSlow(HEAD_ROOM + READ_BYTES)
    const socket: Socket = connect({
      host,
      port,
      noDelay: true,
      keepAlive: true,
      onread: {
        buffer: buffer.subarray(HEAD_ROOM),
        callback: (length, bytes): boolean => {
          if (reader) return reader(buffer, length)
          return socket.push(Buffer.from(bytes.subarray(0, length))) // a stream until the lane is taken
        },
      },
    })
    lanes.set(socket, {
      take: (next) => {
        reader = next
        socket.resume()
      },
      resume: () => socket.resume(),
    })
    const giveUp = () => fail(signal.reason as Error)
    const fail = (cause: Error) => {
      signal.removeEventListener('abort', giveUp)
      socket.on('error', () => {}).destroy()
      reject(deviceUnreachable(msg`No connection to ${host} port ${port}: ${textOf(cause)}`, { cause }))
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      signal.removeEventListener('abort', giveUp)
      socket.off('error', fail)
      resolve(socket)
    })
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}
