import {
  LINE_PROTOCOL,
  type LineCommand,
  type LineMessage,
  type LineStatus,
} from '../../../server/domain/console/line.ts'

export type LineEvents = {
  /** Null while there is no connection. */
  onStatus: (status: LineStatus | null) => void
  /** Output that follows does not continue the last output. */
  onGap: () => void
  onKept: () => void
  onFault: (words: string) => void
}

/** Messages between a page and a serial line besides bytes; keeps the position of the output over reconnections. */
export class LineTalk {
  readonly #events: LineEvents
  #heard: { line: string; at: number } | null = null
  #socket: WebSocket | null = null
  #onStart = () => {}

  constructor(events: LineEvents) {
    this.#events = events
  }

  /** For the next connection: output that was received already is not wanted again. */
  offer = () => ({
    protocols: [LINE_PROTOCOL],
    query: this.#heard ? `?after=${this.#heard.line}.${this.#heard.at}` : '',
  })

  /** Joins a connection; returns the way to let go of it. @param onStart the line itself is open */
  attach(socket: WebSocket, onStart: () => void): () => void {
    this.#socket = socket
    this.#onStart = onStart
    const receive = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data === 'string') this.#take(JSON.parse(data) as LineMessage)
      else if (this.#heard) this.#heard.at += data.byteLength
    }
    socket.addEventListener('message', receive)
    return () => {
      socket.removeEventListener('message', receive)
      this.#socket = null
      this.#events.onStatus(null)
    }
  }

  command(type: LineCommand['type']): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type } satisfies LineCommand))
  }

  #take(message: LineMessage): void {
    const { onStatus, onGap, onKept, onFault } = this.#events
    if (message.type === 'status') onStatus(message)
    else if (message.type === 'kept') onKept()
    else if (message.type === 'fault') onFault(message.words)
    else {
      const { line, at } = message
      if (this.#heard && (this.#heard.line !== line || this.#heard.at !== at)) onGap()
      this.#heard = { line, at }
      this.#onStart()
    }
  }
}
