import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { LineCommand, LineMessage, LineStart, LineStatus } from '../../domain/console/line.ts'
import type { NotifyBus } from '../bus.ts'
import type { ConsoleFailure } from '../failure.ts'
import type { LineViewer } from './subscriber.ts'

const CHANNEL = 'serial_line'
/** Bytes of a line that fit into one notification (8,000 bytes), base64 twice, with the fields of the message. */
export const PIECE = 4_096

/** Messages between the process of a subscriber and the process that holds the line. */
export type MessageBody =
  | { op: 'join'; key: string; of: string; viewer: LineViewer }
  | { op: 'joined'; start: LineStart; status: LineStatus }
  /** The line is not open there. */
  | { op: 'absent' }
  /** Bytes, in either direction; the next follow after `ack`. */
  | { op: 'bytes'; bytes: string }
  | { op: 'ack' }
  | { op: 'event'; event: LineMessage; status: LineStatus }
  | { op: 'command'; command: LineCommand }
  /** The viewer has left, or the line is closed. */
  | { op: 'end'; failure?: ConsoleFailure }
  /** Heartbeat for all subscriptions between the two processes. */
  | { op: 'alive'; ids: string[] }

export type BrokerMessage = { to: string; from: string; id: string } & MessageBody

/** Keys of the panel: messages are sealed with the first, and opened with any. Called for each message. */
export type WireKeys = () => readonly [Buffer, ...Buffer[]]

/**
 * Messages between processes, sealed (AES-256-GCM) with the key of the panel, because console output must not be readable by
 * other clients that listen on the database's channels.
 */
export function openWire(bus: NotifyBus, me: string, keys: WireKeys, onMessage: (message: BrokerMessage) => void) {
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
        return onMessage(JSON.parse(open(key, payload.slice(at + 1))) as BrokerMessage)
      } catch {
        // Sealed with another key, or not by this panel.
      }
    }
  })
  return {
    stop,
    send(to: string, id: string, body: MessageBody): void {
      const message: BrokerMessage = { to, from: me, id, ...body }
      // A lost message is noticed by a missing heartbeat, or when the bus reconnects.
      bus.notify(CHANNEL, `${to} ${seal(JSON.stringify(message))}`).catch(() => {})
    },
  }
}
export type Wire = ReturnType<typeof openWire>
