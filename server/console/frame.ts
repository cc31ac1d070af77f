import type { Duplex } from 'node:stream'

/** Length of the header of a binary frame, in bytes. */
const headerLength = (payload: number): number => (payload < 126 ? 2 : payload < 65_536 ? 4 : 10)

/**
 * Writes the header of an unfragmented, unmasked binary frame (RFC 6455, 5.2), as a server sends it, so that it ends at `end`:
 * right before the payload. @returns where it starts
 */
export function putBinaryHeader(target: Buffer, end: number, payload: number): number {
  return putHeader(target, end, payload, 0x82)
}

function putHeader(target: Buffer, end: number, payload: number, kind: number): number {
  const length = headerLength(payload)
  const start = end - length
  target[start] = kind
  if (length === 2) target[start + 1] = payload
  else if (length === 4) {
    target[start + 1] = 126
    target.writeUInt16BE(payload, start + 2)
  } else {
    target[start + 1] = 127
    target.writeUInt32BE(Math.floor(payload / 2 ** 32), start + 2)
    target.writeUInt32BE(payload % 2 ** 32, start + 6)
  }
  return start
}

/** Sends one text frame, whole, so that it may stand between frames of {@link writeBinary}. */
export function writeText(socket: Duplex, text: string): void {
  const payload = Buffer.from(text)
  const header = Buffer.allocUnsafe(headerLength(payload.length))
  putHeader(header, header.length, payload.length, 0x81)
  socket.write(Buffer.concat([header, payload]))
}

/**
 *
 * Sends one binary frame past the WebSocket library, which is measurably slower for each. Safe as long as no other data
 * frames are sent: control frames of the library are written whole as well.
 * @returns false when the socket wants a pause until `drain`
 */
export function writeBinary(socket: Duplex, payload: Buffer): boolean {
  const header = Buffer.allocUnsafe(headerLength(payload.length))
  putBinaryHeader(header, header.length, payload.length)
  socket.cork()
  socket.write(header)
  const more = socket.write(payload)
  socket.uncork()
  return more
}
