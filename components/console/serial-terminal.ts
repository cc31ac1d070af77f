'use client'
import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Terminal } from '@xterm/xterm'
import { terminalTheme } from './terminal-theme.ts'

/** Lines kept above the screen. */
const SCROLLBACK = 20_000
/** What is not written yet above this makes the line wait, so that a flood cannot fill the page's memory. */
const MAX_BEHIND = 2_000_000

const encoder = new TextEncoder()

/** A terminal on a serial line: keys out, text in, whatever connection carries it. */
export class SerialTerminal {
  #terminal: Terminal
  #fit = new FitAddon()
  #search = new SearchAddon()
  #watch: ResizeObserver

  constructor(
    element: HTMLElement,
    options: {
      fontSize: number
      readOnly: boolean
      /** Of the terminal, for screen readers. */
      label: string
      onSize: (columns: number, rows: number) => void
    },
  ) {
    const { fontFamily } = getComputedStyle(document.documentElement)
    const mono = getComputedStyle(document.documentElement).getPropertyValue('--mono').trim()
    this.#terminal = new Terminal({
      allowProposedApi: true,
      cursorBlink: false,
      disableStdin: options.readOnly,
      fontFamily: mono || fontFamily,
      fontSize: options.fontSize,
      lineHeight: 1.2,
      minimumContrastRatio: 4.5, // whatever colours a guest picks
      screenReaderMode: false,
      scrollback: SCROLLBACK,
      theme: terminalTheme(element),
    })
    this.#terminal.loadAddon(this.#fit)
    this.#terminal.loadAddon(this.#search)
    this.#terminal.onResize(({ cols, rows }) => options.onSize(cols, rows))
    Terminal.strings.promptLabel = options.label
    // What fits is counted from what is around the terminal, its padding included: the last line would be cut off.
    const room = document.createElement('div')
    room.className = 'size-full'
    element.append(room)
    this.#terminal.open(room)
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForMachine(event))
    this.#watch = new ResizeObserver(() => this.#fit.fit())
    this.#watch.observe(room)
    this.#fit.fit()
    options.onSize(this.#terminal.cols, this.#terminal.rows)
  }

  /** Joins a connection; returns the way to let go of it. The text stays. */
  attach(socket: WebSocket): () => void {
    let behind = 0
    const receive = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data === 'string') return
      behind += data.byteLength
      if (behind > MAX_BEHIND) socket.close() // a runaway line; it comes back by itself
      this.#terminal.write(new Uint8Array(data), () => {
        behind -= data.byteLength
      })
    }
    const send = (text: string) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(encoder.encode(text))
    }
    socket.addEventListener('message', receive)
    const typed = this.#terminal.onData(send)
    const binary = this.#terminal.onBinary((text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))
    })
    return () => {
      socket.removeEventListener('message', receive)
      typed.dispose()
      binary.dispose()
    }
  }

  /** Ctrl-Shift-C copies, as in every terminal; Ctrl-C goes to the guest. Pasting is the browser's. */
  #isForMachine(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown' || !event.ctrlKey || !event.shiftKey) return true
    if (event.code === 'KeyV') return false
    if (event.code !== 'KeyC') return true
    event.preventDefault()
    void navigator.clipboard.writeText(this.selection()).catch(() => {})
    return false
  }

  /** Writes output; resolves when it is on the screen. */
  show(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(bytes, resolve))
  }

  /** Clears all output. */
  reset(): void {
    this.#terminal.reset()
  }

  /** Words of ours between what the line says. */
  remark(words: string): void {
    this.#terminal.write(`\r\n\x1b[2m${words}\x1b[0m\r\n`)
  }

  setReadOnly(is: boolean): void {
    this.#terminal.options.disableStdin = is
  }

  focus(): void {
    this.#terminal.focus()
  }

  clear(): void {
    this.#terminal.clear()
    this.#terminal.focus()
  }

  setFontSize(size: number): void {
    this.#terminal.options.fontSize = size
    this.#fit.fit()
  }

  selection(): string {
    return this.#terminal.getSelection()
  }

  /** All output of the line, as far as it is kept. */
  text(): string {
    const { active } = this.#terminal.buffer
    const lines: string[] = []
    for (let row = 0; row < active.length; row++) {
      const line = active.getLine(row)
      const text = line?.translateToString(true) ?? ''
      if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += text
      else lines.push(text)
    }
    return `${lines.join('\n').trimEnd()}\n`
  }

  find(words: string, backwards: boolean): boolean {
    return backwards ? this.#search.findPrevious(words) : this.#search.findNext(words)
  }

  endSearch(): void {
    this.#search.clearDecorations()
    this.#terminal.clearSelection()
  }

  dispose(): void {
    this.#watch.disconnect()
    const room = this.#terminal.element?.parentElement
    this.#terminal.dispose()
    room?.remove()
  }
}
