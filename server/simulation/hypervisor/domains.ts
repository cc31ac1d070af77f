import { setTimeout as delay } from 'node:timers/promises'
import { SPICE_PASSWORD } from '../../domain/host/spice.ts'
import { deviceRejected, invalidInput, PanelError } from '../../domain/shared/errors.ts'
import { byFamily } from '../../drivers/hypervisor/addresses.ts'
import type {
  DomainInfo,
  DomainLimits,
  DomainSizes,
  DomainSpec,
  InterfaceSpec,
  Waiting,
} from '../../drivers/hypervisor/domain-types.ts'
import type { DomainStats } from '../../drivers/hypervisor/figure-types.ts'
import type { AgentRepair } from '../../drivers/hypervisor/guest-types.ts'
import type { PacketCounters } from '../../drivers/hypervisor/packet-types.ts'
import { msg, quote, type Text } from '../../shared/text.ts'
import { runsContainers } from './container-nodes.ts'
import { statsOf } from './counters.ts'
import { agentDelayMs, nameFault } from './faults.ts'
import { factsOf } from './model.ts'
import { type DummyNode, need } from './node.ts'
import { hashPassword } from './passwords.ts'
import { type DummyDomain, domainOf, type GuestIdentity, isOn, type NodeState, sizeOf } from './state.ts'

const PRESS_EVERY_MS = 4_000

const ignored = (graceMs: number) =>
  deviceRejected(
    msg`The guest did not shut down within ${Math.round(graceMs / 1000)} s: it may ignore the power button. Force it off`,
  )

const infoOf = (name: string, domain: DummyDomain): DomainInfo => ({
  internal_name: name,
  uuid: domain.spec.uuid,
  state: domain.stalled ? 'paused' : domain.state,
  ...(domain.stalled && { stalled: true }),
  ...sizeOf(domain),
  vnc_port: domain.vnc_port,
})

/** Control characters would end a line in every file and log that a name comes by. */
function checkName(name: string): void {
  if (name !== '' && name !== '__proto__' && name.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(name)) return
  throw invalidInput(msg`Control characters cannot be used here`, name.slice(0, 100))
}

function checkVncPassword(password: string): void {
  if (password === '' || /^[\x20-\x7e]{1,8}$/.test(password)) return
  throw invalidInput(msg`A VNC password has 1 to 8 printable characters`)
}

/** All domains of the node. */
export async function listDomains(node: DummyNode): Promise<DomainInfo[]> {
  const { domains } = await node.store.read()
  return Object.entries(domains).map(([name, domain]) => infoOf(name, domain))
}

/** One of them; null: there is none of this name. */
export async function domainInfo(node: DummyNode, name: string): Promise<DomainInfo | null> {
  const domain = domainOf(await node.store.read(), name)
  return domain ? infoOf(name, domain) : null
}

/** What all of them use at the moment. */
export async function domainStats(node: DummyNode): Promise<DomainStats[]> {
  const now = Date.now()
  const { domains } = await node.store.read()
  return Object.entries(domains).map(([name, domain]) => statsOf(name, domain, now))
}

/** Defines a domain, or gives it another configuration; refuses a name that another one has. */
export async function defineDomain(node: DummyNode, spec: DomainSpec): Promise<void> {
  checkName(spec.internal_name)
  checkVncPassword(spec.vnc_password)
  await node.store.update((state) => {
    const known = domainOf(state, spec.internal_name)
    if (known && known.spec.uuid !== spec.uuid)
      throw deviceRejected(msg`${spec.internal_name} is defined with another UUID`)
    if (known) {
      // Another first disk, such as one that was restored, has its own guest.
      const other = known.spec.disks[0]?.path === spec.disks[0]?.path ? undefined : guestOn(state, spec)
      if (other) known.guest = structuredClone(other)
      known.spec = spec
    } else state.domains[spec.internal_name] = newDomain(spec, guestOn(state, spec))
  })
}

const NO_ROOM = 'the VM was not started with room for it'

/** Defines a domain anew; a running one grows within the room it was started with, and gives memory back. */
export async function changeDomain(node: DummyNode, spec: DomainSpec): Promise<Waiting[]> {
  await defineDomain(node, spec)
  return node.store.update((state) => {
    const domain = need(state, spec.internal_name)
    if (!isOn(domain)) return []
    const now = domain.running ?? { ...sizeOf(domain), room: null }
    const fields = ['cpu_number', 'ram_mib'] as const
    const waiting = fields.filter(
      (field) =>
        !runsContainers(node.name) &&
        (spec[field] > Math.max(now[field], now.room?.[field] ?? 0) ||
          (field === 'cpu_number' && spec[field] < now[field])),
    )
    for (const field of fields) if (!waiting.includes(field)) now[field] = spec[field]
    domain.running = now
    return waiting.map((field) => ({ field, why: NO_ROOM }))
  })
}

/** Defines a domain anew; a running one has the interfaces of the definition at once, on bridges that the node has. */
export async function changeInterfaces(node: DummyNode, spec: DomainSpec): Promise<Text | null> {
  const bridges = factsOf(node.name).interfaces.filter(({ type }) => type === 'bridge')
  const state = await node.store.read()
  const missing = spec.interfaces.find(
    ({ bridge }) => !bridges.some(({ name }) => name === bridge) && !state.isolated?.includes(bridge),
  )
  if (missing && isOn(domainOf(state, spec.internal_name)))
    throw deviceRejected(msg`Cannot get interface MTU on ${missing.bridge}: No such device`)
  await defineDomain(node, spec)
  return null
}

/** Defines a domain anew; a running one has the disks of the definition at once, but for a bus that takes none while it runs. */
export async function changeDisks(node: DummyNode, spec: DomainSpec): Promise<Text | null> {
  const state = await node.store.read()
  const missing = spec.disks.find(({ path }) => state.files[path]?.kind !== 'volume')
  if (missing) throw deviceRejected(msg`Cannot access storage file ${missing.path}: No such file or directory`)
  const before = domainOf(state, spec.internal_name)
  const had = new Set(before?.spec.disks.map(({ path, bus }) => `${bus} ${path}`))
  const late = spec.disks.filter(({ bus, path }) => bus === 'ide' && !had.has(`${bus} ${path}`))
  await defineDomain(node, spec)
  if (!isOn(before) || late.length === 0) return null
  await node.store.update((now) => {
    const domain = need(now, spec.internal_name)
    if (domain.running) domain.running.late = late.map(({ target_dev }) => target_dev)
  })
  return quote("disk bus 'ide' cannot be hotplugged.")
}

/** Defines a domain anew; a running one has the medium of the definition at once. */
export async function changeMedium(node: DummyNode, spec: DomainSpec): Promise<Text | null> {
  const { files } = await node.store.read()
  if (spec.medium && files[spec.medium.path]?.kind !== 'image')
    throw deviceRejected(msg`Cannot access storage file ${spec.medium.path}: No such file or directory`)
  await defineDomain(node, spec)
  return node.store.update((state) => {
    const domain = need(state, spec.internal_name)
    if (isOn(domain))
      domain.running = { ...(domain.running ?? { ...sizeOf(domain), room: null }), medium: spec.medium?.path ?? null }
    return null
  })
}

/** Null for a domain that is not there. */
export async function domainSizes(node: DummyNode, name: string): Promise<DomainSizes | null> {
  const domain = domainOf(await node.store.read(), name)
  if (!domain) return null
  const { cpu_number, ram_mib } = domain.spec
  return { running: isOn(domain) ? sizeOf(domain) : null, defined: { cpu_number, ram_mib } }
}

/** What its interfaces let through, and how much; of a domain that is not there nothing. */
export async function setNetworkRules(
  node: DummyNode,
  name: string,
  interfaces: readonly InterfaceSpec[],
  { net_in_mbitps, net_out_mbitps }: DomainLimits,
): Promise<void> {
  for (const { filter } of interfaces) {
    byFamily(filter?.anti_spoofing?.addresses ?? [])
    for (const { peers = [] } of filter?.firewall_rules ?? []) byFamily(peers)
  }
  return node.store.update((state) => {
    const known = domainOf(state, name)
    if (!known) return
    const { net_in_mbitps: _in, net_out_mbitps: _out, ...rest } = known.spec.limits
    known.spec.interfaces = [...interfaces]
    known.spec.limits = {
      ...rest,
      ...(net_in_mbitps !== undefined && { net_in_mbitps }),
      ...(net_out_mbitps !== undefined && { net_out_mbitps }),
    }
  })
}

/** Nothing passes a simulated interface, so nothing is counted. */
export async function packetCounters(node: DummyNode, name: string): Promise<PacketCounters> {
  const filters = domainOf(await node.store.read(), name)?.spec.interfaces.flatMap(({ filter }) => filter ?? []) ?? []
  const rules = Math.max(0, ...filters.map(({ firewall_rules }) => firewall_rules.length))
  const none = () => ({ packets: 0, bytes: 0 })
  return { rules: Array.from({ length: rules }, none), forged: none() }
}

/** Presses the power button until the guest is off; throws `device_rejected` when it is not after the time. */
export async function shutDown(node: DummyNode, name: string, graceMs: number, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + graceMs
  while (isOn(domainOf(await node.store.read(), name))) {
    const left = deadline - Date.now()
    if (left <= 0) throw ignored(graceMs)
    const changed = new AbortController()
    const stopListening = node.store.onChange(() => changed.abort())
    await node.pressPowerButton(name)
    const wait = Math.min(left, Math.max(1, PRESS_EVERY_MS * node.speed))
    await delay(wait, undefined, { signal: AbortSignal.any([signal, changed.signal]) }).catch(() => {})
    stopListening()
    signal.throwIfAborted()
  }
}

/** Takes a domain that is off away; one that is not there is away already. */
export function undefineDomain(node: DummyNode, name: string): Promise<void> {
  return node.store.update((state) => {
    if (isOn(domainOf(state, name))) throw deviceRejected(msg`A running VM cannot be removed: shut it down first`)
    if (domainOf(state, name)) delete state.domains[name]
  })
}

/** Through the guest's agent, so only while it runs. */
export async function setGuestPassword(node: DummyNode, name: string, user: string, password: string): Promise<void> {
  const hash = hashPassword(password)
  await node.store.update((state) => {
    const domain = need(state, name)
    if (!isOn(domain)) throw deviceRejected(msg`The password can only be changed while the VM runs`)
    requireAgent(node, name, domain)
    domain.guest.passwords = { ...domain.guest.passwords, [user]: hash }
  })
}

/** An agent that is up answers; one that is not does not see a new channel either. */
export async function repairGuestAgent(node: DummyNode, name: string): Promise<AgentRepair> {
  const domain = need(await node.store.read(), name)
  if (!isOn(domain)) throw deviceRejected(msg`Only the agent of a running VM can be repaired`)
  try {
    requireAgent(node, name, domain)
    return { found: 'answers' }
  } catch (error) {
    if (error instanceof PanelError) return { found: 'silent' }
    throw error
  }
}

/** Throws like a node whose guest's agent does not answer, or not yet. */
export function requireAgent(node: DummyNode, name: string, domain: DummyDomain): void {
  const late = agentDelayMs(domain.guest.hostname, name)
  const booting = !node.isUp(domain) || Date.now() - (domain.started_at ?? 0) < late
  if (nameFault(domain.guest.hostname, name) !== 'agent' && !booting) return
  throw deviceRejected(
    msg`The guest agent does not answer: the guest must be running with qemu-guest-agent installed and started`,
    'guest_agent',
  )
}

/** Applies to connections from now on. */
export async function setVncPassword(node: DummyNode, name: string, password: string): Promise<void> {
  checkVncPassword(password)
  await node.store.update((state) => {
    need(state, name).spec.vnc_password = password
  })
}

/** Beside the port of the VNC server. */
const SPICE_PORT = 6000

/** Defines a domain anew; SPICE comes and goes with a start, its password counts at once. */
export async function changeSpice(node: DummyNode, spec: DomainSpec): Promise<boolean> {
  if (spec.spice && !SPICE_PASSWORD.test(spec.spice.password))
    throw invalidInput(msg`A SPICE password has 8 to 60 printable characters`)
  await defineDomain(node, spec)
  const domain = need(await node.store.read(), spec.internal_name)
  return isOn(domain) && domain.running?.spice?.extras !== spec.spice?.extras
}

/** Null for a domain that is off or was started without SPICE. */
export async function spicePort(node: DummyNode, name: string): Promise<number | null> {
  const domain = need(await node.store.read(), name)
  return isOn(domain) && domain.running?.spice ? SPICE_PORT + ((domain.vnc_port ?? 0) % 100) : null
}

/** What a copied disk has of the guest that it was copied from. */
function guestOn(state: NodeState, { disks }: DomainSpec): GuestIdentity | undefined {
  const first = disks[0] && state.files[disks[0].path]
  return first?.kind === 'volume' ? first.guest : undefined
}

const newDomain = (spec: DomainSpec, guest?: GuestIdentity): DummyDomain => ({
  spec,
  state: 'stopped',
  started_at: null,
  due: null,
  vnc_port: null,
  guest: guest ?? { instance_id: '', hostname: 'localhost', passwords: {}, networks: {} },
})
