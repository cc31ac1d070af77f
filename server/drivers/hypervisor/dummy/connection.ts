import { type Duplex, finished } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { PanelError } from '../../../domain/shared/errors.ts'
import { parsePublicKey } from '../../../protocols/ssh/keys.ts'
import { supported } from '../kvm/os-release.ts'
import { nodePath } from '../kvm/paths.ts'
import type {
  Accelerator,
  DomainEvent,
  DomainInfo,
  DomainSpec,
  DomainStats,
  ImageSource,
  InterfaceSpec,
  NodeConnection,
  NodeFacts,
  NodeUsage,
  SeedFiles,
  VolumeSpec,
} from '../types.ts'
import { eventsBetween } from './events.ts'
import { faultyNodes, isAway, type NodeFault, nameFault, rejected, unreachable } from './faults.ts'
import { takeImage } from './images.ts'
import { factsOf, hostKeyOf, statsOf, system, usageOf, versions } from './model.ts'
import { type DummyNode, need, takes } from './node.ts'
import { hashPassword } from './passwords.ts'
import { readSeed } from './seed.ts'
import { type DummyDomain, domainOf, isOn, type NodeState } from './state.ts'
import { directoryExists, makeVolume } from './volumes.ts'

const PRESS_EVERY_MS = 4_000

const gone = () => unreachable('The connection to the node was lost: it does not answer any more')

const ignored = (graceMs: number) =>
  rejected(
    `The guest did not power off within ${Math.round(graceMs / 1000)} s: it may ignore the power button; a forced stop is still possible`,
  )

const infoOf = (name: string, { spec, state, vnc_port }: DummyDomain): DomainInfo => ({
  internal_name: name,
  uuid: spec.uuid,
  state,
  cpu_number: spec.cpu_number,
  ram_mib: spec.ram_mib,
  vnc_port,
})

/** Control characters would end a line in every file and log that a name comes by. */
function checkedName(name: string): string {
  if (name !== '' && name !== '__proto__' && name.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(name)) return name
  throw new PanelError('invalid_input', 'Control characters cannot be used here', { value: name.slice(0, 100) })
}

function checkVncPassword(password: string): void {
  if (password === '' || /^[\x20-\x7e]{1,8}$/.test(password)) return
  throw new PanelError('invalid_input', 'A VNC password has 1 to 8 printable characters')
}

/** A connection to a simulated node: answers like a real one, from files. */
export class DummyConnection implements NodeConnection {
  readonly hostKey: string
  readonly closed: Promise<Error | null>
  readonly #node: DummyNode
  readonly #fault: NodeFault | undefined
  readonly #listeners = new Set<(event: DomainEvent) => void>()
  readonly #streams = new Set<Duplex>()
  readonly #over = new AbortController()
  readonly #stopWatching: () => void
  readonly #timer: NodeJS.Timeout | null
  #settle: (cause: Error | null) => void = () => {}
  #seen: NodeState

  constructor(node: DummyNode, state: NodeState) {
    this.#node = node
    this.#fault = faultyNodes[node.name]
    this.#seen = state
    this.hostKey = hostKeyOf(node.name)
    this.closed = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#stopWatching = node.store.onChange((next) => this.#follow(next))
    this.#timer = this.#fault === 'flapping' ? setInterval(() => isAway(Date.now()) && this.#end(gone()), 1_000) : null
    this.#timer?.unref()
  }

  close(): void {
    this.#end(null)
  }

  #end(cause: Error | null): void {
    if (this.#over.signal.aborted) return
    this.#over.abort(gone())
    this.#stopWatching()
    if (this.#timer) clearInterval(this.#timer)
    for (const stream of this.#streams) stream.destroy()
    this.#listeners.clear()
    this.#settle(cause)
  }

  #follow(next: NodeState): void {
    const events = eventsBetween(this.#seen, next)
    this.#seen = next
    if (next.offline) this.#end(gone())
    else for (const event of events) for (const listener of [...this.#listeners]) listener(event)
  }

  /** Every call: takes its time, ends with the caller's signal or with the connection. */
  async #do<T>(ms: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
    signal.throwIfAborted()
    this.#over.signal.throwIfAborted()
    const either = AbortSignal.any([signal, this.#over.signal])
    await this.#node.pause(ms, either)
    return work(either)
  }

  checkOs(signal: AbortSignal): Promise<{ os_name: string; kernel: string }> {
    return this.#do(takes.command, signal, () => {
      if (this.#fault !== 'unknown_os') return system
      throw rejected(`Slackware 15.0 is not supported on nodes: use one of ${supported}, or newer`)
    })
  }

  checkHypervisor(signal: AbortSignal): Promise<{ libvirt_version: string; qemu_version: string }> {
    return this.#do(takes.command, signal, () => {
      if (this.#fault !== 'no_hypervisor') return versions
      throw rejected('libvirt is not installed on the node: install libvirt-daemon-system and qemu-system-x86')
    })
  }

  probeAccelerator(signal: AbortSignal): Promise<Accelerator> {
    return this.#do(takes.probe, signal, () => (this.#fault === 'no_kvm' ? 'tcg' : 'kvm'))
  }

  facts(signal: AbortSignal): Promise<NodeFacts> {
    return this.#do(takes.command, signal, () => factsOf(this.#node.name))
  }

  usage(path: string, signal: AbortSignal): Promise<NodeUsage> {
    return this.#do(takes.command, signal, async () => {
      const state = await this.#node.store.read()
      if (!directoryExists(state, nodePath(path))) throw rejected(`There is no ${path} on the node`)
      return usageOf(this.#node.name, state, Date.now())
    })
  }

  authorizeKey(publicKey: string, signal: AbortSignal): Promise<void> {
    return this.#do(takes.command, signal, async () => {
      const key = parsePublicKey(publicKey.trim())
      if (!key) throw new PanelError('invalid_input', 'This is no public SSH key')
      await this.#node.store.update(({ authorized_keys }) => {
        if (!authorized_keys.includes(key.blob)) authorized_keys.push(key.blob)
      })
    })
  }

  ensureDirectories(paths: string[], signal: AbortSignal): Promise<void> {
    return this.#do(takes.command, signal, async () => {
      const wanted = paths.map(nodePath)
      await this.#node.store.update((state) => {
        state.directories = [...new Set([...state.directories, ...wanted])]
      })
    })
  }

  domains(signal: AbortSignal): Promise<DomainInfo[]> {
    return this.#do(takes.command, signal, async () => {
      const { domains } = await this.#node.store.read()
      return Object.entries(domains).map(([name, domain]) => infoOf(name, domain))
    })
  }

  domain(internalName: string, signal: AbortSignal): Promise<DomainInfo | null> {
    return this.#do(takes.command, signal, async () => {
      const domain = domainOf(await this.#node.store.read(), internalName)
      return domain ? infoOf(internalName, domain) : null
    })
  }

  stats(signal: AbortSignal): Promise<DomainStats[]> {
    return this.#do(takes.command, signal, async () => {
      const now = Date.now()
      const { domains } = await this.#node.store.read()
      return Object.entries(domains).map(([name, domain]) => statsOf(name, domain, now))
    })
  }

  onDomainEvent(listener: (event: DomainEvent) => void): () => void {
    const own = (event: DomainEvent) => listener(event) // the same function may listen twice
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  defineDomain(spec: DomainSpec, signal: AbortSignal): Promise<void> {
    return this.#do(takes.define, signal, async () => {
      checkedName(spec.internal_name)
      checkVncPassword(spec.vnc_password)
      await this.#node.store.update((state) => {
        const known = domainOf(state, spec.internal_name)
        if (known && known.spec.uuid !== spec.uuid) throw rejected(`${spec.internal_name} is defined with another UUID`)
        if (known) known.spec = spec
        else state.domains[spec.internal_name] = newDomain(spec)
      })
    })
  }

  setFilters(internalName: string, interfaces: readonly InterfaceSpec[], signal: AbortSignal): Promise<void> {
    return this.#do(takes.define, signal, () =>
      this.#node.store.update((state) => {
        const known = domainOf(state, internalName)
        if (known) known.spec.interfaces = [...interfaces]
      }),
    )
  }

  startDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(takes.command, signal, (either) => this.#node.switchOn(internalName, either))
  }

  shutdownDomain(internalName: string, graceMs: number, signal: AbortSignal): Promise<void> {
    return this.#do(takes.command, signal, async (either) => {
      const deadline = Date.now() + graceMs
      while (isOn(domainOf(await this.#node.store.read(), internalName))) {
        const left = deadline - Date.now()
        if (left <= 0) throw ignored(graceMs)
        const changed = new AbortController()
        const stopListening = this.#node.store.onChange(() => changed.abort())
        await this.#node.pressPowerButton(internalName)
        const wait = Math.min(left, Math.max(1, PRESS_EVERY_MS * this.#node.speed))
        await delay(wait, undefined, { signal: AbortSignal.any([either, changed.signal]) }).catch(() => {})
        stopListening()
        either.throwIfAborted()
      }
    })
  }

  destroyDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(takes.destroy, signal, () => this.#node.switchOff(internalName, 'stopped'))
  }

  undefineDomain(internalName: string, signal: AbortSignal): Promise<void> {
    return this.#do(takes.define, signal, () =>
      this.#node.store.update((state) => {
        if (isOn(domainOf(state, internalName)))
          throw rejected('A running virtual machine cannot be removed: stop it first')
        if (domainOf(state, internalName)) delete state.domains[internalName]
      }),
    )
  }

  setGuestPassword(internalName: string, user: string, password: string, signal: AbortSignal): Promise<void> {
    return this.#do(takes.agent, signal, async () => {
      const hash = hashPassword(password)
      await this.#node.store.update((state) => {
        const domain = need(state, internalName)
        if (!isOn(domain)) throw rejected('The password can be changed only while the guest runs')
        if (nameFault(domain.guest.hostname, internalName) === 'agent' || !this.#node.isUp(domain)) {
          throw rejected(
            'The guest agent does not answer: the guest must be running with qemu-guest-agent installed and started',
          )
        }
        domain.guest.passwords = { ...domain.guest.passwords, [user]: hash }
      })
    })
  }

  setVncPassword(internalName: string, password: string, signal: AbortSignal): Promise<void> {
    return this.#do(takes.command, signal, async () => {
      checkVncPassword(password)
      await this.#node.store.update((state) => {
        need(state, internalName).spec.vnc_password = password
      })
    })
  }

  createVolume(volume: VolumeSpec, signal: AbortSignal): Promise<void> {
    return this.#do(takes.volume, signal, () => makeVolume(this.#node, volume))
  }

  deleteFile(path: string, signal: AbortSignal): Promise<void> {
    return this.#do(takes.command, signal, async () => {
      const wanted = nodePath(path)
      await this.#node.store.update(({ files }) => {
        delete files[wanted]
      })
    })
  }

  writeSeed(path: string, files: SeedFiles, signal: AbortSignal): Promise<void> {
    return this.#do(takes.seed, signal, async () => {
      const wanted = nodePath(path)
      const seed = readSeed(files)
      await this.#node.store.update((state) => {
        state.files[wanted] = { kind: 'seed', seed }
      })
    })
  }

  putImage(image: ImageSource, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    return this.#do(takes.command, signal, (either) => {
      nodePath(image.path)
      return takeImage(this.#node, image, onProgress, either)
    })
  }

  openVnc(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#do(takes.command, signal, async () => {
      const domain = need(await this.#node.store.read(), internalName)
      if (!isOn(domain)) throw rejected('The virtual machine is off: it has no screen to show')
      return this.#keep(this.#node.guests().openScreen(internalName, domain))
    })
  }

  openSerial(internalName: string, signal: AbortSignal): Promise<Duplex> {
    return this.#do(takes.command, signal, async () => {
      const domain = need(await this.#node.store.read(), internalName)
      if (!isOn(domain)) throw rejected('The virtual machine is off: nothing answers on its serial port')
      return this.#keep(this.#node.guests().openSerial(internalName, domain))
    })
  }

  /** Streams go through the connection, so they end with it. */
  #keep(stream: Duplex): Duplex {
    this.#streams.add(stream)
    finished(stream, () => this.#streams.delete(stream))
    return stream
  }
}

const newDomain = (spec: DomainSpec): DummyDomain => ({
  spec,
  state: 'stopped',
  started_at: null,
  going_down: false,
  vnc_port: null,
  guest: { instance_id: '', hostname: 'localhost', passwords: {}, networks: {} },
})
