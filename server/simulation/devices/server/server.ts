import { pause } from '../../../shared/abort.ts'
import { bootFromNetwork } from './firmware.ts'
import { runLiveSystem } from './live/run.ts'
import type { InstalledSystem, ServerDisk, ServerParts } from './types.ts'

const POST_MS = 8000
const LOADER_MS = 2000
const SYSTEM_MS = 5000

/** A server that boots: from its disks, or from the network into what the panel has for it. */
export class SimulatedServer {
  readonly parts: ServerParts
  /** What its disks start; null: nothing. */
  system: InstalledSystem | null
  /** Whether a system of it takes connections, and the address that it does at. */
  #reached: { address: string | null } | null = null
  #work = new AbortController()
  /** What was written onto its disks since it was made, by their serial numbers. */
  readonly #written = new Map<string, ServerDisk['holds']>()

  constructor(parts: ServerParts, system: InstalledSystem | null) {
    this.parts = parts
    this.system = system
  }

  /** It has been on for long. */
  resume(): void {
    if (this.system) this.#up(this.system)
  }

  /** Power came, or it was reset. */
  start(from: 'network' | 'disk'): void {
    this.stop()
    const work = new AbortController()
    this.#work = work
    this.parts.begin()
    // What a server does ends in words on its serial port, or with its power.
    void this.#boot(from, work.signal).catch((fault: unknown) => {
      if (!work.signal.aborted) this.parts.print(`\r\nSystem halted: ${String(fault)}\r\n`)
    })
  }

  stop(): void {
    this.#reached = null
    this.#work.abort()
  }

  /** Whether something listens at this address and TCP port. */
  listens(address: string, port: number): boolean {
    return port === 22 && this.#reached !== null && this.#addressOf(this.#reached.address) === address
  }

  #addressOf(own: string | null): string | null {
    return own ?? this.parts.segment.offer(this.mac)?.address ?? null
  }

  /** Its parts as it works with them: disks as they are now, and a web server that sees its address. */
  #own(): ServerParts {
    const { parts, mac } = this
    const { segment } = parts
    return {
      ...parts,
      hardware: () => {
        const made = parts.hardware()
        const disks = made.disks.map((disk) => ({ ...disk, holds: this.#written.get(disk.serial) ?? disk.holds }))
        return { ...made, disks }
      },
      segment: {
        offer: (card) => segment.offer(card),
        ask: (request) => {
          const from = segment.offer(mac)?.address
          return segment.ask({ ...request, ...(from && { from }) })
        },
      },
    }
  }

  /** Of the card that it boots by. */
  get mac(): string {
    return this.parts.hardware().nics[0]?.mac ?? ''
  }

  async #boot(from: 'network' | 'disk', signal: AbortSignal): Promise<void> {
    const parts = this.#own()
    const { vendor, product, bios, memory_mib } = parts.hardware()
    parts.print(`\x1b[2J\x1b[H${vendor} ${product}\r\nFirmware ${bios.version} ${bios.date}\r\n`)
    await this.#wait(POST_MS / 2, signal)
    parts.print(`Memory: ${memory_mib} MiB OK\r\n`)
    await this.#wait(POST_MS / 2, signal)
    const live = from === 'network' ? await bootFromNetwork(parts, this.mac, signal) : null
    if (!live) return this.#bootFromDisk(signal)
    const next = await runLiveSystem(parts, live, signal, {
      installed: (system) => {
        this.system = system
      },
      wrote: (serials, holds) => {
        for (const serial of serials) this.#written.set(serial, holds)
      },
      reachable: () => {
        this.#reached = { address: null }
      },
    })
    if (next === 'stay') return
    this.#reached = null
    if (next === 'reboot') return this.start('disk')
    parts.switchOff()
  }

  async #bootFromDisk(signal: AbortSignal): Promise<void> {
    const { print } = this.parts
    const { system } = this
    print('Booting from disk ...\r\n')
    if (!system) return print('No bootable device. Insert a boot medium and press any key\r\n')
    await this.#wait(LOADER_MS, signal)
    print('GRUB loading.\r\nLoading Linux ...\r\nLoading initial ramdisk ...\r\n')
    await this.#wait(SYSTEM_MS, signal)
    this.#up(system)
  }

  #up(system: InstalledSystem): void {
    this.#reached = { address: system.address }
    this.parts.login(system.name)
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return pause(ms * this.parts.speed, signal)
  }
}
