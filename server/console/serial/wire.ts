import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { LineCommand, LineMessage, LineStart, LineStatus } from '../../domain/console/line.ts'
import type { NotifyBus } from '../bus.ts'
import type { ConsoleFailure } from '../failure.ts'
import type { LineViewer } from './subscriber.ts'

const CHANNEL = 'console_line'
/** Bytes of a line that fit into one notification (8,000 bytes), written in base64 twice, with all that is around them. */
export const PIECE = 4_096

/** What processes say to each other about a seat at a line that another one holds. */
export type Word =
  | { op: 'join'; key: string; of: string; viewer: LineViewer }
  | { op: 'seated'; start: LineStart; status: LineStatus }
  /** The line is not open there. */
  | { op: 'absent' }
  /** Bytes, in either direction; the next follow when they were taken. */
  | { op: 'bytes'; bytes: string }
  | { op: 'took' }
  | { op: 'news'; message: LineMessage; status: LineStatus }
  | { op: 'command'; command: LineCommand }
  /** The seat is empty, or the line is over. */
  | { op: 'bye'; failure?: ConsoleFailure }
  /** Sign of life of all seats that the two processes share. */
  | { op: 'alive'; seats: string[] }

export type Letter = { to: string; from: string; seat: string } & Word

/** Keys of the panel: letters are sealed with the first, and opened with any. Asked for each letter. */
export type WireKeys = () => readonly [Buffer, ...Buffer[]]

/**
 * Letters between processes. What a console shows is nobody's business, so they are sealed (AES-256-GCM) for those who have the
 * panel's key: whoever may listen on the database's channels sees nothing of it.
 */
export function openWire(bus: NotifyBus, me: string, keys: WireKeys, onLetter: (letter: Letter) => void) {
  const seal = (text: string): string => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keys()[0], iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
  }
  const open = (key: Buffer, sealed: string): string => {
    const all = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12)).setAuthTag(all.subarray(12, 28))
    return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString('utf8')
  }
  const stop = bus.on(CHANNEL, (payload) => {
    const at = payload.indexOf(' ')
    if (payload.slice(0, at) !== me) return
    for (const key of keys()) {
      try {
        return onLetter(JSON.parse(open(key, payload.slice(at + 1))) as Letter)
      } catch {
        // Sealed under another key, or by none of us.
      }
    }
  })
  return {
    stop,
    send(to: string, seat: string, word: Word): void {
      const letter: Letter = { to, from: me, seat, ...word }
      // Lost letters are noticed: no sign of life, or the bus comes back.
      bus.notify(CHANNEL, `${to} ${seal(JSON.stringify(letter))}`).catch(() => {})
    },
  }
}
export type Wire = ReturnType<typeof openWire>
