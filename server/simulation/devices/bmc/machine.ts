import { EventEmitter } from 'node:events'

/**
 * The server behind simulated controllers: power, the next boot, and a serial port that echoes its input. Emits
 * `serial` with bytes, `power`, and `boot` with the boot device.
 */
export class SimulatedMachine extends EventEmitter<{ serial: [Buffer]; power: [boolean]; boot: [string] }> {
  running = false
  /** What was asked of it, in order. */
  readonly commands: string[] = []
  bootOnce = ''
  boots: string[] = []
  media: string | null = null
  /** Its firmware blocks access to the serial port. */
  serialOff = false
  /** It also blocks access to its screen. */
  screenOff = false
  readonly serial_number: string
  /** What its controllers say it is; each has words of its own unless it is given. */
  readonly product: { manufacturer: string; model: string } | null

  constructor(serial = 'SIM0001', product: SimulatedMachine['product'] = null) {
    super()
    this.serial_number = serial
    this.product = product
  }

  power(on: boolean, why: string): void {
    this.commands.push(why)
    if (on && !this.running) this.#boot()
    if (this.running === on) return
    this.running = on
    this.emit('power', on)
  }

  reset(why: string): void {
    this.commands.push(why)
    if (this.running) this.#boot()
  }

  /** Bytes typed on the serial port; a server that is on sends them back. */
  type(data: Buffer): void {
    if (this.running) this.emit('serial', data)
  }

  #boot(): void {
    const from = this.bootOnce || 'disk'
    this.bootOnce = ''
    this.boots.push(from)
    this.emit('boot', from)
    this.emit('serial', Buffer.from(`Booting from ${from}\r\n`))
  }
}
