import { randomBytes } from 'node:crypto'
import type { BootFlags } from '../../../protocols/ipmi/commands/chassis.ts'
import { fruImage, fruLocator, fullRecord, type PeerInventory, type PeerSensor } from './records.ts'

export type PeerUser = { id: number; name: string; password: string; privilege: number; enabled: boolean }

/** What hangs on the serial port: gets an output when a console is opened, answers how to reach it. */
export type SerialPort = (output: (characters: Buffer) => void) => {
  write: (characters: Buffer) => void
  break?: () => void
  close: () => void
}

export type PeerMachineOptions = {
  users: readonly PeerUser[]
  sensors: readonly PeerSensor[]
  inventory: PeerInventory
  /** IPv4 address and MAC that Get LAN Configuration Parameters reports. */
  lan?: { address: string; mac: string }
  serial?: SerialPort
  guid?: Buffer
  /** Seconds since 1970 for time stamps of the event log. */
  now?: () => number
  /** Called after each change of power. */
  onPower?: (on: boolean) => void
}

const maxEvents = 512

/** The server behind a controller of the peer: what commands read and change. */
export class PeerMachine {
  readonly users: PeerUser[]
  readonly sensors: PeerSensor[]
  readonly guid: Buffer
  readonly lan: { address: string; mac: string }
  readonly serial: SerialPort | undefined
  readonly fru: Buffer
  readonly records: readonly Buffer[]
  readonly now: () => number
  readonly #onPower: (on: boolean) => void
  on = false
  boot: BootFlags | null = null
  /** Seconds the light was asked for; `on` until further notice. */
  identify: number | 'on' = 0
  events: Buffer[] = []
  lastAdded = 0xffff_ffff
  lastErased = 0xffff_ffff
  #nextEvent = 1

  constructor(options: PeerMachineOptions) {
    this.users = options.users.map((user) => ({ ...user }))
    this.sensors = options.sensors.map((sensor) => ({ ...sensor }))
    this.guid = options.guid ?? randomBytes(16)
    this.lan = options.lan ?? { address: '127.0.0.1', mac: '02:00:00:00:00:01' }
    this.serial = options.serial
    this.fru = fruImage(options.inventory)
    this.records = [
      ...this.sensors.map((sensor, index) => fullRecord(index + 1, sensor)),
      fruLocator(this.sensors.length + 1, 'Builtin FRU'),
    ]
    this.now = options.now ?? (() => Math.floor(Date.now() / 1_000))
    this.#onPower = options.onPower ?? (() => {})
  }

  setPower(on: boolean): void {
    if (on === this.on) return
    this.on = on
    this.addEvent({ sensorType: 0x22, sensor: 0x10, eventType: 0x6f, offset: on ? 0 : 5 })
    this.#onPower(on)
  }

  /** Sets a sensor's raw value; passing an upper threshold is logged. */
  setSensor(number: number, raw: number): void {
    const sensor = this.sensors.find((each) => each.number === number)
    if (!sensor) throw new RangeError(`There is no sensor ${number}`)
    const before = this.passed(sensor)
    sensor.raw = raw
    const changed = this.passed(sensor) ^ before
    for (let bit = 0; bit < 6; bit++) {
      if (((changed >> bit) & 1) === 0) continue
      const gone = ((before >> bit) & 1) === 1
      const offset = bit < 3 ? bit * 2 : bit * 2 + 1
      this.addEvent({ sensorType: sensor.type, sensor: number, eventType: 0x01, offset, gone })
    }
  }

  /** Bits of the thresholds that a sensor's value passes. */
  passed({ raw, thresholds }: PeerSensor): number {
    return thresholds.reduce<number>((bits, limit, bit) => {
      const beyond = limit !== null && (bit < 3 ? raw <= limit : raw >= limit)
      return beyond ? bits | (1 << bit) : bits
    }, 0)
  }

  addEvent(event: { sensorType: number; sensor: number; eventType: number; offset: number; gone?: boolean }): void {
    const bytes = Buffer.alloc(16)
    bytes.writeUInt16LE(this.#nextEvent, 0)
    this.#nextEvent = (this.#nextEvent % 0xfff0) + 1
    bytes[2] = 0x02
    this.lastAdded = this.now()
    bytes.writeUInt32LE(this.lastAdded, 3)
    const { sensorType, sensor, eventType, offset, gone } = event
    bytes.set([0x20, 0, 0x04, sensorType, sensor, (gone ? 0x80 : 0) | eventType, offset, 0xff, 0xff], 7)
    this.events.push(bytes)
    if (this.events.length > maxEvents) this.events.shift()
  }

  clearEvents(): void {
    this.events = []
    this.lastErased = this.now()
  }
}
