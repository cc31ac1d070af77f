import RFB from '@novnc/novnc'
import type { PlayerScreen } from './playback.ts'

/** The end of a line that noVNC draws from: whatever it says goes nowhere. */
class TapeChannel {
  binaryType = 'arraybuffer'
  protocol = ''
  readyState = 'open'
  onopen: (() => void) | null = null
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null
  onerror: (() => void) | null = null
  onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null

  send(): void {}

  close(): void {
    if (this.readyState === 'closed') return
    this.readyState = 'closed'
    // By and by, as a WebSocket does: noVNC begins to wait for it only when this has returned, and would wait in vain.
    queueMicrotask(() => this.onclose?.({ code: 1000, reason: '', wasClean: true }))
  }

  say(bytes: Uint8Array): void {
    if (this.readyState !== 'open') return
    this.onmessage?.({ data: bytes.slice().buffer })
    // What came in one piece with the server's greeting waits for the next message, which a tape need not have.
    this.onmessage?.({ data: new ArrayBuffer(0) })
  }
}

/** Version, the one way to sign in (none), and that it was right (RFC 6143, 7.1): the recording begins after it. */
const greeting = [...new TextEncoder().encode('RFB 003.008\n'), 1, 1, 0, 0, 0, 0]

/** A screen, drawn from what its VNC server sent. */
export class VncScreen implements PlayerScreen {
  readonly #element: HTMLElement
  #channel: TapeChannel | null = null
  #rfb: RFB | null = null

  constructor(element: HTMLElement) {
    this.#element = element
    this.#begin()
  }

  reset(): void {
    this.dispose()
    this.#begin()
  }

  /** Pictures within the stream are decoded beside it: a frame of the page for each piece keeps the queue short. */
  show(bytes: Uint8Array): Promise<void> {
    this.#channel?.say(bytes)
    return new Promise((resolve) => setTimeout(resolve))
  }

  dispose(): void {
    this.#rfb?.disconnect()
    this.#rfb = null
    this.#channel = null
    this.#element.replaceChildren()
  }

  #begin(): void {
    this.#channel = new TapeChannel()
    this.#rfb = new RFB(this.#element, this.#channel as unknown as WebSocket, { shared: true })
    this.#rfb.viewOnly = true
    this.#rfb.focusOnClick = false
    this.#rfb.background = 'transparent'
    this.#rfb.scaleViewport = true
    this.#channel.say(Uint8Array.from(greeting))
  }
}
