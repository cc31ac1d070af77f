import type { GuestWorld } from './facts.ts'
import { Shell } from './shell.ts'

const MAX_LINE = 512

type Mode = { at: 'off' } | { at: 'login' } | { at: 'password'; user: string } | { at: 'shell'; shell: Shell }

/** A login line: prompt, password, shell; reads keystrokes, echoes, edits. */
export class Tty {
  readonly name: string
  #world: GuestWorld
  #write: (text: string) => void
  #mode: Mode = { at: 'off' }
  #line = ''
  /** Position in the shell's history while arrows walk through it. */
  #back = 0
  #escape: string | null = null

  constructor(name: string, world: GuestWorld, write: (text: string) => void) {
    this.name = name
    this.#world = world
    this.#write = write
  }

  /** Shows the prompt of a system that has just come up. */
  open(): void {
    this.#mode = { at: 'login' }
    this.#line = ''
    const { facts } = this.#world
    this.#write(`\r\n${facts.os_name} ${facts.hostname} ${this.name}\r\n\r\n`)
    this.#prompt()
  }

  /** The system goes down: nothing is read any more. */
  shut(): void {
    this.#mode = { at: 'off' }
    this.#line = ''
  }

  input(text: string): void {
    for (const character of text) {
      if (this.#mode.at === 'off') return
      if (this.#escape !== null) this.#inEscape(character)
      else this.#character(character)
    }
  }

  #prompt(): void {
    if (this.#mode.at === 'login') this.#write(`${this.#world.facts.hostname} login: `)
    else if (this.#mode.at === 'password') this.#write('Password: ')
    else if (this.#mode.at === 'shell') this.#write(this.#mode.shell.prompt)
  }

  #character(character: string): void {
    switch (character) {
      case '\x1b':
        this.#escape = ''
        return
      case '\r':
      case '\n':
        this.#enter()
        return
      case '\x7f':
      case '\b':
        this.#erase(1)
        return
      case '\x15': // Ctrl-U
        this.#erase(Number.POSITIVE_INFINITY)
        return
      case '\x03': // Ctrl-C
        this.#write('^C\r\n')
        if (this.#mode.at === 'password') this.#mode = { at: 'login' }
        this.#line = ''
        this.#prompt()
        return
      case '\x04': // Ctrl-D
        if (this.#line !== '' || this.#mode.at !== 'shell') return
        this.#signOut()
        this.#prompt()
        return
      case '\x0c': // Ctrl-L
        this.#write('\x1b[H\x1b[2J')
        this.#prompt()
        this.#write(this.#line)
        return
      default:
        if (character < ' ' || this.#line.length >= MAX_LINE) return
        this.#line += character
        if (this.#mode.at !== 'password') this.#write(character)
    }
  }

  #inEscape(character: string): void {
    const sequence = (this.#escape ?? '') + character
    if (sequence.length > 8 || !sequence.startsWith('[')) this.#escape = null
    else if (sequence.length > 1 && /[@-~]/.test(character)) {
      this.#escape = null
      if (sequence === '[A') this.#recall(1)
      if (sequence === '[B') this.#recall(-1)
    } else this.#escape = sequence
  }

  #recall(step: number): void {
    if (this.#mode.at !== 'shell') return
    const { history } = this.#mode.shell
    this.#back = Math.max(0, Math.min(history.length, this.#back + step))
    this.#erase(Number.POSITIVE_INFINITY)
    this.#line = this.#back === 0 ? '' : (history[history.length - this.#back] ?? '')
    this.#write(this.#line)
  }

  #erase(count: number): void {
    const signs = [...this.#line]
    const gone = Math.min(count, signs.length)
    this.#line = signs.slice(0, signs.length - gone).join('')
    if (this.#mode.at !== 'password') this.#write('\b \b'.repeat(gone))
  }

  #enter(): void {
    const line = this.#line
    this.#line = ''
    this.#back = 0
    this.#write('\r\n')
    if (this.#mode.at === 'login') {
      if (line.trim() !== '') this.#mode = { at: 'password', user: line.trim() }
    } else if (this.#mode.at === 'password') this.#signIn(this.#mode.user, line)
    else if (this.#mode.at === 'shell') this.#run(this.#mode.shell, line)
    this.#prompt()
  }

  #signIn(user: string, password: string): void {
    if (!this.#world.accepts(user, password)) {
      this.#mode = { at: 'login' }
      this.#write('\r\nLogin incorrect\r\n')
      return
    }
    const shell = new Shell(user, this.#world)
    this.#mode = { at: 'shell', shell }
    this.#print(shell.run('uname -a').text)
    this.#print(shell.files().get('/etc/motd') ?? '')
    this.#write('\r\n')
    shell.history.length = 0
  }

  #run(shell: Shell, line: string): void {
    const answer = shell.run(line)
    if (answer.clear) this.#write('\x1b[H\x1b[2J')
    if (answer.text) this.#print(answer.text)
    if (answer.exit) this.#signOut()
  }

  #signOut(): void {
    this.#mode = { at: 'login' }
    this.#write('\x1b[H\x1b[2J')
    const { facts } = this.#world
    this.#write(`${facts.os_name} ${facts.hostname} ${this.name}\r\n\r\n`)
  }

  #print(text: string): void {
    this.#write(`${text.replaceAll('\n', '\r\n')}\r\n`)
  }
}
