import { createSecretKey } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Client } from 'ssh2'
import { giveBack } from '../../shared/memory.ts'

/** Smaller ones than this, among them all of the handshake, are left to the collector. */
const LARGE_BYTES = 8192

/**
 * Sends what one turn of the event loop writes in one piece. ssh2 writes length, body and tag of each packet by themselves, which
 * without Nagle's algorithm are three system calls and three segments. A large body is the output of a cipher, to which
 * nothing else refers: its memory is freed as soon as it is sent.
 */
export function gatherWrites(socket: Duplex): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  let corked = false
  socket.write = (...given: unknown[]): boolean => {
    if (!corked) {
      corked = true
      socket.cork()
      process.nextTick(() => {
        corked = false
        socket.uncork()
      })
    }
    const [piece] = given
    if (given.length > 1 || !(piece instanceof Uint8Array) || piece.byteLength < LARGE_BYTES) return write(...given)
    return write(piece, () => giveBack(piece))
  }
}

type Ciphers = { _protocol?: { _cipher?: Record<string, unknown>; _decipher?: Record<string, unknown> } }

/**
 * Gives ssh2's AES-GCM its keys as KeyObject. It makes a cipher object for every packet, and Node wraps a key given as bytes anew
 * each time: 15 µs of the 27 that a packet of 32 KiB costs, 2 µs with a KeyObject. The fields are ssh2's own; where they are
 * missing (another cipher, its native module, another version) nothing is changed. Repeated after every exchange of keys.
 */
export function keepKeys(client: Client): void {
  const keep = () => {
    const { _cipher, _decipher } = (client as unknown as Ciphers)._protocol ?? {}
    for (const [holder, field] of [
      [_cipher, '_encKey'],
      [_decipher, '_decipherKey'],
    ] as const) {
      const key = holder?.[field]
      if (holder && Buffer.isBuffer(key)) holder[field] = createSecretKey(key)
    }
  }
  keep()
  client.on('handshake', keep)
}
