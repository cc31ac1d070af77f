import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import type { FileTree } from '../sftp/tree.ts'
import { answerKea } from './kea.ts'
import { simulatedPackets } from './packets.ts'

/** What of the host is kept beside its files: packages, services, and who owns what. */
const stateShape = z.object({
  packages: z.array(z.string()),
  enabled: z.array(z.string()).default([]),
  active: z.array(z.string()).default([]),
  masked: z.array(z.string()).default([]),
  /** Mode, owner and group of what does not belong to root with the usual mode. */
  about: z.record(z.string(), z.tuple([z.string(), z.string(), z.string()])).default({}),
})
type DebianState = z.output<typeof stateShape>

/** Where it is kept; nothing else uses the path. */
const STATE = '/var/lib/simulated-host.json'

export type DebianOptions = {
  tree: FileTree
  name: string
  interfaces: readonly { name: string; mac: string; address: string }[]
  /** Packages of a host that starts for the first time. */
  packages: readonly string[]
  /** 1: packages are installed as fast as on a real host; 0: at once. */
  speed: number
  /** Whether something listens at a TCP port of another machine, as the host reaches it: how the connection is answered. */
  connect?: (address: string, port: number) => ((stream: Duplex) => void) | null
}

/** A control host: files, packages and services of a small Debian, as far as the panel makes use of them. */
export class SimulatedDebian {
  readonly tree: FileTree
  readonly options: DebianOptions
  readonly state: DebianState
  /** Unix sockets at which somebody listens over SSH, and how a connection to them is opened. */
  readonly forwarded = new Map<string, (signal: AbortSignal) => Promise<Duplex>>()
  /** What its DHCP server has counted at a time, seconds since 1970. */
  packets = simulatedPackets

  constructor(options: DebianOptions) {
    this.options = options
    this.tree = options.tree
    for (const path of ['/etc', '/etc/systemd', '/etc/systemd/system', '/etc/tmpfiles.d', '/run', '/usr', '/var'])
      this.tree.folders.add(path)
    for (const path of ['/run/systemd', '/run/systemd/system', '/var/lib', '/usr/lib', '/usr/lib/x86_64-linux-gnu'])
      this.tree.folders.add(path)
    this.state = this.#read() ?? stateShape.parse({ packages: options.packages })
    // Folders in which no file is are kept by what is known of them alone.
    for (const path of Object.keys(this.state.about)) if (!this.tree.files.has(path)) this.tree.folders.add(path)
    this.save()
  }

  #read(): DebianState | null {
    try {
      return stateShape.parse(JSON.parse(this.tree.files.get(STATE)?.data.toString() ?? ''))
    } catch {
      return null
    }
  }

  /** Called after each change of the state. */
  save(): void {
    this.tree.files.set(STATE, { data: Buffer.from(JSON.stringify(this.state)), modified: this.tree.now() })
  }

  text(path: string): string | null {
    return this.tree.files.get(path)?.data.toString() ?? null
  }

  write(path: string, data: Buffer, mode: string): void {
    this.tree.files.set(path, { data, modified: this.tree.now() })
    this.state.about[path] = [mode, 'root', 'root']
    this.save()
  }

  remove(path: string): void {
    for (const name of [...this.tree.files.keys()]) if (isIn(name, path)) this.tree.files.delete(name)
    for (const name of [...this.tree.folders]) if (isIn(name, path)) this.tree.folders.delete(name)
    for (const name of Object.keys(this.state.about)) if (isIn(name, path)) delete this.state.about[name]
    this.forwarded.delete(path)
    this.save()
  }

  isThere(path: string): boolean {
    return this.tree.files.has(path) || this.tree.folders.has(path) || this.forwarded.has(path)
  }

  /** Whether a service runs. */
  runs(unit: string): boolean {
    return this.state.active.includes(unit)
  }

  /** SHA-256 of a file; null when there is none. */
  sumOf(path: string): string | null {
    const file = this.tree.files.get(path)
    return file ? createHash('sha256').update(file.data).digest('hex') : null
  }

  /** What of the host itself listens at a Unix socket. */
  listener(path: string): ((stream: Duplex) => void) | null {
    return answerKea(this, path)
  }
}

const isIn = (name: string, path: string) => name === path || name.startsWith(`${path}/`)
