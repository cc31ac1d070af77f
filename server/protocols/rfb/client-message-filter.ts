import { RfbError } from './errors.ts'

/** `control` may do all a person at the machine could; `view` may only look. */
export type RfbMode = 'control' | 'view'

const MAX_ENCODINGS = 256
const MAX_CUT_TEXT = 1 << 20
/**
 * Pseudo-encoding of the extended mouse buttons. A server that has it changes the length of PointerEvent, which cannot be seen
 * from this side alone, so it is never asked for.
 */
const EXTENDED_MOUSE_BUTTONS = -316

const INCOMPLETE = -1

/** Length in bytes of the message at `at`, or INCOMPLETE when that cannot be told yet. Client messages: RFC 6143, 7.5. */
function messageLength(b: Buffer, at: number): number {
  const left = b.length - at
  switch (b[at]) {
    case 0: // SetPixelFormat
      return 20
    case 2: {
      // SetEncodings
      if (left < 4) return INCOMPLETE
      const count = b.readUInt16BE(at + 2)
      if (count > MAX_ENCODINGS) throw new RfbError('protocol', `A list of ${count} encodings is too long`)
      return 4 + 4 * count
    }
    case 3: // FramebufferUpdateRequest
    case 150: // EnableContinuousUpdates
      return 10
    case 4: // KeyEvent
      return 8
    case 5: // PointerEvent
      return 6
    case 6: {
      // ClientCutText; a negative length marks the extended clipboard
      if (left < 8) return INCOMPLETE
      const length = Math.abs(b.readInt32BE(at + 4))
      if (length > MAX_CUT_TEXT) throw new RfbError('protocol', `${length} bytes of clipboard are too many`)
      return 8 + length
    }
    case 248: {
      // ClientFence
      if (left < 9) return INCOMPLETE
      const length = b[at + 8] ?? 0
      if (length > 64) throw new RfbError('protocol', `A fence of ${length} bytes is too long`)
      return 9 + length
    }
    case 250: // xvp: power of the machine
      return 4
    case 251: // SetDesktopSize
      return left < 7 ? INCOMPLETE : 8 + 16 * (b[at + 6] ?? 0)
    case 255: // QEMU: 0 extended key event, 1 audio
      return qemuLength(b, at, left)
    default:
      throw new RfbError('protocol', `Unknown client message ${b[at]}`)
  }
}

function qemuLength(b: Buffer, at: number, left: number): number {
  if (left < 2) return INCOMPLETE
  if (b[at + 1] === 0) return 12
  if (b[at + 1] !== 1) throw new RfbError('protocol', `Unknown QEMU client message ${b[at + 1]}`)
  if (left < 4) return INCOMPLETE
  const operation = b.readUInt16BE(at + 2)
  if (operation > 2) throw new RfbError('protocol', `Unknown QEMU audio operation ${operation}`)
  return operation === 2 ? 10 : 4
}

/** Input, which only `control` may send: KeyEvent, PointerEvent, ClientCutText, SetDesktopSize, QEMU extended key event. */
function isInput(b: Buffer, at: number): boolean {
  const type = b[at] as number
  return type === 4 || type === 5 || type === 6 || type === 251 || (type === 255 && b[at + 1] === 0)
}

/** The encodings without those we must not ask for; the very message when there is nothing to leave out. */
function withoutForbiddenEncodings(message: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 4; at < message.length; at += 4) {
    if (message.readInt32BE(at) !== EXTENDED_MOUSE_BUTTONS) kept.push(message.subarray(at, at + 4))
  }
  if (kept.length * 4 + 4 === message.length) return message
  const head = Buffer.from([2, 0, 0, 0])
  head.writeUInt16BE(kept.length, 2)
  return Buffer.concat([head, ...kept])
}

/**
 * Reads the stream of client messages that follows ClientInit and lets through only what the mode allows. Takes chunks cut
 * anywhere, holds back at most one incomplete message (never a clipboard: that streams), copies nothing that passes whole.
 * Power goes through the panel, which checks and records it, so xvp never passes. An unknown message cannot be measured, so
 * it ends the session.
 */
export class ClientMessageFilter {
  readonly mode: RfbMode
  #held: Buffer | null = null
  /** Bytes of a clipboard still to come, and whether they pass. */
  #body = 0
  #bodyPasses = false

  constructor(mode: RfbMode) {
    this.mode = mode
  }

  /** @returns what to forward, in order; throws RfbError for what is no client message */
  push(chunk: Buffer): Buffer[] {
    const bytes = this.#held ? Buffer.concat([this.#held, chunk]) : chunk
    this.#held = null
    const out: Buffer[] = []
    let start = 0 // bytes from here to `at` pass as one piece
    let at = 0
    const leaveOut = (end: number) => {
      if (at > start) out.push(bytes.subarray(start, at))
      start = end
      at = end
    }
    while (at < bytes.length) {
      if (this.#body > 0) {
        const end = at + Math.min(this.#body, bytes.length - at)
        this.#body -= end - at
        if (this.#bodyPasses) at = end
        else leaveOut(end)
        continue
      }
      const length = messageLength(bytes, at)
      const isCutText = bytes[at] === 6
      if (length === INCOMPLETE || (!isCutText && at + length > bytes.length)) {
        this.#held = Buffer.from(bytes.subarray(at)) // a copy: the chunk may be large
        leaveOut(bytes.length)
        break
      }
      const kept = this.#keep(bytes, at, isCutText ? 8 : length)
      if (isCutText) {
        this.#body = length - 8
        this.#bodyPasses = kept !== null
      }
      const end = at + (isCutText ? 8 : length)
      if (kept === 'whole') at = end
      else {
        leaveOut(end)
        if (kept) out.push(kept)
      }
    }
    if (at > start) out.push(bytes.subarray(start, at))
    return out
  }

  /** The message as it is, rewritten, or not at all. */
  #keep(bytes: Buffer, at: number, length: number): 'whole' | Buffer | null {
    if (bytes[at] === 250 || (this.mode === 'view' && isInput(bytes, at))) return null
    if (bytes[at] !== 2) return 'whole'
    const message = bytes.subarray(at, at + length)
    const rewritten = withoutForbiddenEncodings(message)
    return rewritten === message ? 'whole' : rewritten
  }
}
