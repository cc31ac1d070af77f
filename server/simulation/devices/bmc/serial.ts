import type { SerialPort } from '../../peers/ipmi/machine.ts'

/** Password of `root` on the serial port of a simulated server. */
export const SIMULATED_PASSWORD = 'simulated'

/** A server's serial port: prints how it boots, then has a login for root, and a shell with a few commands. */
export class SimulatedSerial {
  #name: string
  readonly #outputs = new Set<(characters: Buffer) => void>()
  #on = false
  #at: 'login' | 'password' | 'shell' = 'login'
  #user = ''
  #line = ''

  constructor(name: string) {
    this.#name = name
  }

  readonly port: SerialPort = (output) => {
    this.#outputs.add(output)
    return {
      write: (characters) => this.#typed(characters.toString('latin1')),
      break: () => this.print('\r\n[break]\r\n'),
      close: () => this.#outputs.delete(output),
    }
  }

  /** Power came or went. */
  power(on: boolean): void {
    this.#on = false
    if (!on) return
    this.print('\r\nSystem firmware\r\nBooting from disk ...\r\n')
    this.login(this.#name)
  }

  /** A system is up: what is typed is for it. */
  login(name: string): void {
    this.#name = name
    this.#on = true
    this.#line = ''
    this.#at = 'login'
    this.print(`Welcome to ${name}\r\n`)
    this.#prompt()
  }

  /** What the server says by itself. */
  print(text: string): void {
    const characters = Buffer.from(text, 'latin1')
    for (const output of this.#outputs) output(characters)
  }

  #typed(text: string): void {
    if (!this.#on) return
    for (const character of text) {
      if (character === '\r' || character === '\n') {
        this.print('\r\n')
        const line = this.#line
        this.#line = ''
        this.#enter(line)
        this.#prompt()
      } else if (character >= ' ' && this.#line.length < 64) {
        this.#line += character
        if (this.#at !== 'password') this.print(character)
      }
    }
  }

  #enter(line: string): void {
    if (this.#at === 'shell') this.#run(line.trim())
    else if (this.#at === 'password') {
      const isGood = this.#user === 'root' && line === SIMULATED_PASSWORD
      this.#at = isGood ? 'shell' : 'login'
      if (!isGood) this.print('Login incorrect\r\n')
    } else if (line !== '') {
      this.#user = line
      this.#at = 'password'
    }
  }

  #run(command: string): void {
    if (command === '') return
    if (command === 'exit') this.#at = 'login'
    else if (command === 'hostname') this.print(`${this.#name}\r\n`)
    else this.print(`${command.split(' ')[0]}: command not found\r\n`)
  }

  #prompt(): void {
    if (this.#at === 'password') this.print('Password: ')
    else this.print(this.#at === 'shell' ? `root@${this.#name}:~# ` : `${this.#name} login: `)
  }
}
