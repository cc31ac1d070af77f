import type { SerialPort } from '../../../protocols/ipmi/peer/machine.ts'

/** A machine's serial port: tells how it boots, then has a login that lets nobody in. */
export class SimulatedSerial {
  readonly #name: string
  readonly #outputs = new Set<(characters: Buffer) => void>()
  #on = false
  #line = ''

  constructor(name: string) {
    this.#name = name
  }

  readonly port: SerialPort = (output) => {
    this.#outputs.add(output)
    return {
      write: (characters) => this.#typed(characters.toString('latin1')),
      break: () => this.#print('\r\n[break]\r\n'),
      close: () => this.#outputs.delete(output),
    }
  }

  /** Power came or went. */
  power(on: boolean): void {
    this.#on = on
    this.#line = ''
    if (!on) return
    this.#print(`\r\nSystem firmware\r\nBooting from disk ...\r\nWelcome to ${this.#name}\r\n`)
    this.#prompt()
  }

  #typed(text: string): void {
    if (!this.#on) return
    for (const character of text) {
      if (character === '\r' || character === '\n') {
        this.#print('\r\n')
        if (this.#line !== '') this.#print('Login incorrect\r\n')
        this.#line = ''
        this.#prompt()
      } else if (character >= ' ' && this.#line.length < 64) {
        this.#line += character
        this.#print(character)
      }
    }
  }

  #prompt(): void {
    this.#print(`${this.#name} login: `)
  }

  #print(text: string): void {
    const characters = Buffer.from(text, 'latin1')
    for (const output of this.#outputs) output(characters)
  }
}
