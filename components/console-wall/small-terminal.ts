'use client'
import '@xterm/xterm/css/xterm.css'
import { Terminal } from '@xterm/xterm'
import { terminalTheme } from '../console/terminal-theme.ts'

const COLUMNS = 80
const ROWS = 24
/** Width of a character of the panel's fixed type, and height of a line, of its size. */
const WIDTH = 0.6
const HEIGHT = 1.4

/** A screenful of a serial line, as large as there is room, for looking only. */
export class SmallTerminal {
  readonly #terminal: Terminal
  readonly #watch: ResizeObserver

  constructor(element: HTMLElement) {
    const mono = getComputedStyle(document.documentElement).getPropertyValue('--mono').trim()
    // All of it, down to the last line, which is the one that counts.
    const size = () => {
      const fits = Math.min(element.clientWidth / COLUMNS / WIDTH, element.clientHeight / ROWS / HEIGHT)
      return Math.max(2, Math.floor(fits * 4) / 4)
    }
    this.#terminal = new Terminal({
      cols: COLUMNS,
      rows: ROWS,
      scrollback: 0,
      disableStdin: true,
      cursorBlink: false,
      fontFamily: mono || 'monospace',
      fontSize: size(),
      lineHeight: 1.15,
      minimumContrastRatio: 4.5,
      theme: terminalTheme(element),
    })
    this.#terminal.open(element)
    // Nothing here takes keys: the tile itself is the way in.
    this.#terminal.textarea?.setAttribute('tabindex', '-1')
    this.#terminal.textarea?.setAttribute('aria-hidden', 'true')
    this.#watch = new ResizeObserver(() => {
      this.#terminal.options.fontSize = size()
    })
    this.#watch.observe(element)
  }

  /** Joins a connection, which replays the last output; returns a function that leaves it. */
  attach(socket: WebSocket): () => void {
    this.#terminal.reset()
    const receive = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data !== 'string') this.#terminal.write(new Uint8Array(data))
    }
    socket.addEventListener('message', receive)
    return () => socket.removeEventListener('message', receive)
  }

  dispose(): void {
    this.#watch.disconnect()
    this.#terminal.dispose()
  }
}
