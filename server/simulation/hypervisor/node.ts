import { setTimeout as delay } from 'node:timers/promises'
import { deviceRejected } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { dummyConfig } from './config.ts'
import { logStart } from './console-log.ts'
import { dropMarks } from './disks/content.ts'
import { endRun } from './due.ts'
import { nameFault } from './faults.ts'
import { Guests } from './guests.ts'
import { type DummyDomain, domainOf, isGoingDown, isOn, type NodeState } from './state.ts'
import { NodeStore, type StateKeeper } from './store.ts'

/** How long things take on a node, in milliseconds; measured on real ones. */
export const takes = {
  connect: 120,
  command: 4,
  define: 20,
  start: 350,
  boot: 2_000,
  shutdown: 2_200,
  destroy: 220,
  volume: 40,
  seed: 30,
  agent: 190,
  probe: 2_500,
  crash: 5_000,
} as const

const FIRST_VNC_PORT = 5900

/** A simulated node as this process knows it: its stored state, and the guests that are looked at. */
export class DummyNode {
  readonly name: string
  readonly store: NodeStore
  readonly speed: number
  #guests: Guests | null = null

  constructor(keeper: StateKeeper, name: string, speed: number) {
    this.name = name
    this.speed = speed
    this.store = new NodeStore(keeper, name)
  }

  /** Waits as long as something takes on a real node. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.speed === 0) return
    await delay(ms * this.speed, undefined, { signal }).catch(() => signal.throwIfAborted())
  }

  guests(): Guests {
    this.#guests ??= new Guests(this.store, this.speed, (name, action) => {
      this.#powerFromInside(name, action).catch(() => {}) // the node may be gone by now
    })
    return this.#guests
  }

  async switchOn(name: string, signal: AbortSignal): Promise<void> {
    const before = need(await this.store.read(), name)
    if (isOn(before)) return
    await this.pause(takes.start, signal)
    await this.store.update((state) => {
      const domain = need(state, name)
      if (isOn(domain)) return
      applySeed(state, domain)
      const trouble = nameFault(domain.guest.hostname, name)
      if (trouble === 'start')
        throw deviceRejected(msg`QEMU ended right after its start: the CPU model of the VM is not supported`)
      // What a QEMU that was killed has noted of its disks means nothing.
      if (domain.state === 'crashed') for (const { path } of domain.spec.disks) dropMarks(state, path, null)
      const { cpu_number, ram_mib, room } = domain.spec
      // Absent in definitions by earlier versions.
      const spice = domain.spec.spice ? { extras: domain.spec.spice.extras } : null
      const medium = domain.spec.medium?.path ?? null
      runsFrom(state, domain, { cpu_number, ram_mib, room, spice, medium })
      domain.due = trouble === 'crash' ? this.#due(takes.crash, 'crashed') : null
      logStart(domain)
    })
  }

  /** Presses the power button; a guest that reacts is off a while later, whether or not a caller waits. */
  pressPowerButton(name: string): Promise<void> {
    return this.store.update((state) => {
      const domain = domainOf(state, name)
      if (domain?.state !== 'running' || !this.isUp(domain) || isGoingDown(domain)) return
      if (nameFault(domain.guest.hostname, name) !== 'stop') domain.due = this.#due(takes.shutdown, 'stopped')
    })
  }

  /** A guest that has just been switched on reacts neither to its power button nor by its agent. */
  isUp(domain: DummyDomain): boolean {
    return domain.started_at !== null && Date.now() - domain.started_at >= takes.boot * this.speed
  }

  /** Has the disks of a running guest fail, until there is room. */
  stall(name: string, how: 'full' | 'room'): Promise<void> {
    return this.store.update((state) => {
      const domain = domainOf(state, name)
      if (domain && isOn(domain)) domain.stalled = how
    })
  }

  /** A guest that stands still tries again. */
  continue(name: string): Promise<void> {
    return this.store.update((state) => {
      const domain = domainOf(state, name)
      if (domain?.stalled === 'room') delete domain.stalled
    })
  }

  switchOff(name: string, how: 'stopped' | 'crashed'): Promise<void> {
    return this.store.update((state) => {
      const domain = domainOf(state, name)
      if (domain && isOn(domain)) endRun(domain, how)
    })
  }

  #powerFromInside(name: string, action: 'poweroff' | 'reboot'): Promise<void> {
    return this.store.update((state) => {
      const domain = domainOf(state, name)
      if (!domain || !isOn(domain)) return
      domain.due = this.#due(takes.shutdown, action === 'poweroff' ? 'stopped' : 'restarted')
    })
  }

  #due(ms: number, how: NonNullable<DummyDomain['due']>['how']) {
    return { at: Date.now() + ms * this.speed, how }
  }
}

/** Notes that a guest runs from now on, and with what. */
export function runsFrom(state: NodeState, domain: DummyDomain, running: NonNullable<DummyDomain['running']>): void {
  domain.state = 'running'
  domain.started_at = Date.now()
  domain.due = null
  domain.vnc_port = freePort(state)
  domain.running = running
}

/** The domain, or words. */
export function need(state: NodeState, name: string): DummyDomain {
  const domain = domainOf(state, name)
  if (!domain) throw deviceRejected(msg`The node has no VM ${name}`)
  return domain
}

/** What cloud-init does at boot: an instance it has not seen gets name and password, any the addresses of its seed. */
function applySeed(state: NodeState, domain: DummyDomain): void {
  const file = domain.spec.cdrom === null ? undefined : state.files[domain.spec.cdrom]
  if (file?.kind !== 'seed') return
  domain.guest.networks = file.seed.networks
  if (file.seed.instance_id === domain.guest.instance_id) return
  const { instance_id, hostname, user, password_hash, networks, ssh_keys = [] } = file.seed
  const passwords = { ...domain.guest.passwords, ...(password_hash && { [user]: password_hash }) }
  const keys = domain.guest.ssh_keys ?? {}
  const own = keys[user] ?? []
  const known = { ...keys, [user]: [...own, ...ssh_keys.filter((key) => !own.includes(key))] }
  domain.guest = { instance_id, hostname, passwords, networks, ssh_keys: known }
}

function freePort(state: NodeState): number {
  const taken = new Set(Object.values(state.domains).map((domain) => domain.vnc_port))
  let port = FIRST_VNC_PORT
  while (taken.has(port)) port++
  return port
}

/** The one object for a node in this process. */
export function dummyNode(name: string): DummyNode {
  const { keeper, speed, nodes } = dummyConfig()
  const node = nodes.get(name) ?? new DummyNode(keeper, name, speed)
  nodes.set(name, node)
  return node
}
