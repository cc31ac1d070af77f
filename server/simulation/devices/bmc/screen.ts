import type { Duplex } from 'node:stream'
import { Keyboard } from '../../hypervisor/guest/keys.ts'
import { TextScreen } from '../../hypervisor/screen/text-screen.ts'
import { streamPair } from '../../hypervisor/stream-pair.ts'
import { serveRfb } from '../../peers/rfb/server.ts'
import type { SimulatedMachine } from './machine.ts'

/** Screen and keyboard of a simulated server: they mirror its serial port. */
export class SimulatedScreen {
  readonly #machine: SimulatedMachine
  readonly #picture = new TextScreen()
  readonly #keyboard: Keyboard

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
    this.#keyboard = new Keyboard(
      (text) => machine.type(Buffer.from(text.replaceAll('\r', '\r\n'))),
      () => machine.reset('Ctrl-Alt-Del'),
    )
    this.#power(machine.running)
    machine.on('power', (on) => this.#power(on))
    machine.on('serial', (said) => this.#picture.write(said.toString('latin1')))
  }

  /** One more viewer: RFB without a password. */
  open(): Duplex {
    const [near, far] = streamPair()
    const onKey = (keysym: number, down: boolean) => this.#keyboard.key(keysym, down)
    void serveRfb(far, { picture: this.#picture, name: this.#machine.serial_number, password: null, onKey })
    return near
  }

  #power(on: boolean): void {
    if (on) this.#picture.write(`\x1b[H\x1b[2J${this.#machine.serial_number} runs\r\n`)
    else this.#picture.blank('No signal')
  }
}
