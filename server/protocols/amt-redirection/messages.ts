/** First byte of a message (AMT SDK, "Redirection protocol"; the same numbers as in amtterm). */
export const message = {
  startSession: 0x10,
  startSessionReply: 0x11,
  endSession: 0x12,
  authenticate: 0x13,
  authenticateReply: 0x14,
  startSol: 0x20,
  startSolReply: 0x21,
  endSol: 0x22,
  endSolReply: 0x23,
  ping: 0x24,
  pong: 0x25,
  toHost: 0x28,
  controls: 0x29,
  fromHost: 0x2a,
  heartbeat: 0x2b,
  startKvm: 0x40,
  startKvmReply: 0x41,
} as const

/** Head of the messages of an open session: type, three bytes of nothing, number. */
export function head(type: number, number: number, rest = 0): Buffer {
  const bytes = Buffer.alloc(8 + rest)
  bytes[0] = type
  bytes.writeUInt32LE(number >>> 0, 4)
  return bytes
}

/** Asks to start serial-over-LAN: buffer sizes in bytes, times in milliseconds. */
export function startSol(number: number): Buffer {
  const bytes = head(message.startSol, number, 16)
  bytes.writeUInt16LE(10_000, 8) // largest message to us
  bytes.writeUInt16LE(100, 10) // it waits so long to fill one
  bytes.writeUInt16LE(0, 12) // never drops what does not fit
  bytes.writeUInt16LE(30_000, 14) // ends the session after silence
  bytes.writeUInt16LE(100, 16) // passes on to the serial port after
  bytes.writeUInt16LE(5_000, 18) // its heartbeat
  return bytes
}
