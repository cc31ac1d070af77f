import { clientMessageLength, INCOMPLETE } from './client-messages.ts'

/** `control` allows everything possible at the screen and keyboard; `view` only looking. */
export type RfbMode = 'control' | 'view'

/**
 * Pseudo-encoding of the extended mouse buttons. A server that has it changes the length of PointerEvent, which cannot be seen
 * from this side alone, so it is never asked for.
 */
const EXTENDED_MOUSE_BUTTONS = -316

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
      const length = clientMessageLength(bytes, at)
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
