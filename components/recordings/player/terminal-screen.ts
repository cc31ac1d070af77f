import { SerialTerminal } from '../../console/serial-terminal.ts'
import type { PlayerScreen } from './playback.ts'

/** A serial line's recording in a terminal. */
export class TerminalScreen implements PlayerScreen {
  readonly #terminal: SerialTerminal

  constructor(element: HTMLElement, label: string) {
    this.#terminal = new SerialTerminal(element, { fontSize: 13, readOnly: true, label, onSize: () => {} })
  }

  reset(): void {
    this.#terminal.reset()
  }

  show(bytes: Uint8Array): Promise<void> {
    return this.#terminal.show(bytes)
  }

  /** Marks the last place where the words stand. */
  mark(words: string): void {
    this.#terminal.endSearch()
    if (words !== '') this.#terminal.find(words, true)
  }

  dispose(): void {
    this.#terminal.dispose()
  }
}
