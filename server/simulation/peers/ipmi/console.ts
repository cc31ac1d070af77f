import { u16 } from '../../../protocols/ipmi/bytes.ts'
import { completion, IpmiError } from '../../../protocols/ipmi/errors.ts'
import { SolLine } from '../../../protocols/ipmi/sol/line.ts'
import { encodeSol, operation, status } from '../../../protocols/ipmi/sol/packet.ts'
import { msg } from '../../../shared/text.ts'
import type { PeerMachine } from './machine.ts'
import { ok, okBytes, reject } from './replies.ts'
import type { PeerSession } from './session.ts'

const solPayload = 1
/** Bytes of a SOL payload either way, header included. */
const mostBytes = 64
/** Output kept while the console does not acknowledge; older output is lost, as on a real serial port. */
const maxBacklog = 64 * 1024

type Open = {
  session: PeerSession
  line: SolLine
  port: ReturnType<NonNullable<PeerMachine['serial']>>
  backlog: Buffer
  sending: boolean
}

/** The controller's end of Serial over LAN: one console at a time. */
export class PeerConsole {
  readonly #machine: PeerMachine
  readonly #send: (session: PeerSession, payload: Buffer) => void
  readonly #port: () => number
  #open: Open | null = null

  /** @param port the UDP port that consoles are told to use: the one they came by */
  constructor(machine: PeerMachine, send: (session: PeerSession, payload: Buffer) => void, port: () => number) {
    this.#machine = machine
    this.#send = send
    this.#port = port
  }

  /** Activate Payload (IPMI 2.0, 24.1). */
  activate(session: PeerSession, data: Buffer): Buffer {
    if (data[0] !== solPayload || data[1] !== 1) return reject(completion.invalidField)
    const { serial } = this.#machine
    if (!serial) return reject(0x81)
    if (this.#open) return reject(0x80)
    if (session.suite.encrypts !== ((data[2] ?? 0) & 0x80) > 0) return reject(session.suite.encrypts ? 0x84 : 0x83)
    const line = new SolLine({
      send: (payload) => this.#send(session, payload),
      maxCharacters: mostBytes - 4,
      onCharacters: (characters) => {
        open.port.write(characters)
        return true
      },
      onFlags: (flags) => {
        if ((flags & operation.break) !== 0) open.port.break?.()
      },
    })
    const open: Open = { session, line, port: { write() {}, close() {} }, backlog: Buffer.alloc(0), sending: false }
    this.#open = open
    // Output begins behind the answer to this request.
    setImmediate(() => {
      if (this.#open === open) open.port = serial((characters) => this.#output(open, characters))
    })
    return okBytes(Buffer.concat([Buffer.alloc(4), u16(mostBytes), u16(mostBytes), u16(this.#port()), u16(0xffff)]))
  }

  /** Deactivate Payload (24.2): any session may. */
  deactivate(data: Buffer): Buffer {
    if (data[0] !== solPayload) return reject(completion.invalidField)
    if (!this.#open) return reject(0x80)
    const { session } = this.#open
    const characters = Buffer.alloc(0)
    this.#send(
      session,
      encodeSol({ sequence: 0, acknowledged: 0, accepted: 0, flags: status.deactivating, characters }),
    )
    this.close()
    return ok()
  }

  receive(session: PeerSession, payload: Buffer): void {
    if (this.#open?.session === session) this.#open.line.receive(payload)
  }

  /** A session is gone. */
  leave(session: PeerSession): void {
    if (this.#open?.session === session) this.close()
  }

  close(): void {
    const open = this.#open
    this.#open = null
    open?.line.stop(new IpmiError('closed', msg`The console was closed`))
    open?.port.close()
  }

  #output(open: Open, characters: Buffer): void {
    if (this.#open !== open) return
    open.backlog = Buffer.concat([open.backlog, characters]).subarray(-maxBacklog)
    if (!open.sending) void this.#pump(open)
  }

  async #pump(open: Open): Promise<void> {
    open.sending = true
    try {
      while (open.backlog.length > 0 && this.#open === open) {
        const part = open.backlog.subarray(0, mostBytes - 4)
        open.backlog = open.backlog.subarray(part.length)
        await open.line.write(part)
      }
    } catch {
      // The console fell silent, or was closed: what it did not take is lost.
      if (this.#open === open) this.close()
    } finally {
      open.sending = false
    }
  }
}
