import { setTimeout as delay } from 'node:timers/promises'
import { msg } from '../../shared/text.ts'
import { dummyConfig } from './config.ts'
import { logEnd, logStart } from './console-log.ts'
import { nameFault, rejected } from './faults.ts'
import { Guests } from './guests.ts'
import { type DummyDomain, domainOf, isOn, type NodeState } from './state.ts'
import { type NodeStore, nodeStore } from './store.ts'

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
  /** Machines that power off by themselves in a moment. */
  #goingDown = new Map<string, Promise<void>>()

  constructor(directory: string, name: string, speed: number) {
    this.name = name
    this.speed = speed
    this.store = nodeStore(directory, name)
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
    const fault = await this.store.update((state) => {
      const domain = need(state, name)
      if (isOn(domain)) return null
      applySeed(state, domain)
      const trouble = nameFault(domain.guest.hostname, name)
      if (trouble === 'start') return trouble
      domain.state = 'running'
      domain.started_at = Date.now()
      domain.going_down = false
      domain.vnc_port = freePort(state)
      logStart(domain)
      return trouble
    })
    if (fault === 'start')
      throw rejected(msg`The machine monitor ended right after its start: its CPU model is not supported`)
    if (fault === 'crash') void this.#crashLater(name)
  }

  /** Presses the power button; a guest that notices is off a while later, whether anybody waits or not. */
  async pressPowerButton(name: string): Promise<void> {
    const heard = await this.store.update((state) => {
      const domain = domainOf(state, name)
      if (domain?.state !== 'running' || !this.isUp(domain)) return false
      if (nameFault(domain.guest.hostname, name) === 'stop') return false
      domain.going_down = true
      return true
    })
    if (!heard || this.#goingDown.has(name)) return
    const end = delay(takes.shutdown * this.speed, undefined, { ref: false })
      .then(() => this.switchOff(name, 'stopped'))
      .catch(() => {}) // the node's folder may be gone
      .finally(() => this.#goingDown.delete(name))
    this.#goingDown.set(name, end)
    if (this.speed === 0) await end
  }

  /** A guest that has just been switched on hears neither its power button nor its agent. */
  isUp(domain: DummyDomain): boolean {
    return domain.started_at !== null && Date.now() - domain.started_at >= takes.boot * this.speed
  }

  switchOff(name: string, how: 'stopped' | 'crashed'): Promise<void> {
    return this.store.update((state) => {
      const domain = domainOf(state, name)
      if (!domain || !isOn(domain)) return
      logEnd(domain, how)
      domain.state = how
      domain.started_at = null
      domain.going_down = false
      domain.vnc_port = null
    })
  }

  async #powerFromInside(name: string, action: 'poweroff' | 'reboot'): Promise<void> {
    const never = new AbortController().signal
    const started = domainOf(await this.store.read(), name)?.started_at
    await this.store.update((state) => {
      const domain = domainOf(state, name)
      if (domain && isOn(domain)) domain.going_down = true
    })
    await this.pause(takes.shutdown, never)
    if (action === 'poweroff') return this.switchOff(name, 'stopped')
    await this.store.update((state) => {
      const domain = domainOf(state, name)
      if (!domain || domain.started_at !== started) return // somebody was faster
      logEnd(domain, 'stopped')
      logStart(domain)
      domain.started_at = Math.max(Date.now(), (domain.started_at ?? 0) + 1)
      domain.going_down = false
    })
  }

  async #crashLater(name: string): Promise<void> {
    await delay(takes.crash * this.speed, undefined, { ref: false })
    await this.switchOff(name, 'crashed').catch(() => {})
  }
}

/** The domain, or words. */
export function need(state: NodeState, name: string): DummyDomain {
  const domain = domainOf(state, name)
  if (!domain) throw rejected(msg`The node has no virtual machine ${name}`)
  return domain
}

/** What cloud-init does at boot: an instance it has not seen gets name, password and addresses. */
function applySeed(state: NodeState, domain: DummyDomain): void {
  const file = domain.spec.cdrom === null ? undefined : state.files[domain.spec.cdrom]
  if (file?.kind !== 'seed' || file.seed.instance_id === domain.guest.instance_id) return
  const { instance_id, hostname, user, password_hash, networks } = file.seed
  const passwords = { ...domain.guest.passwords, ...(password_hash && { [user]: password_hash }) }
  domain.guest = { instance_id, hostname, passwords, networks }
}

function freePort(state: NodeState): number {
  const taken = new Set(Object.values(state.domains).map((domain) => domain.vnc_port))
  let port = FIRST_VNC_PORT
  while (taken.has(port)) port++
  return port
}

const place = globalThis as typeof globalThis & { datahallDummyNodes?: Map<string, DummyNode> }

/** The one object for a node in this process. */
export function dummyNode(name: string): DummyNode {
  const { directory, speed } = dummyConfig()
  place.datahallDummyNodes ??= new Map()
  const key = `${directory} ${speed} ${name}`
  const known = place.datahallDummyNodes.get(key)
  if (known) return known
  const node = new DummyNode(directory, name, speed)
  place.datahallDummyNodes.set(key, node)
  return node
}
