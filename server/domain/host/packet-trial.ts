import ipaddr from 'ipaddr.js'
import type { PacketRule } from './packet-rules.ts'

/** A packet as it is asked about: `peer` is the address of the other side, `port` the one it goes to. */
export type TriedPacket = {
  direction: PacketRule['direction']
  peer: string
  protocol: Exclude<PacketRule['protocols'][number], 'any'>
  /** Null of protocols that have none. */
  port: number | null
}

/** What becomes of it. `place`: of the rule in the list; null: none fits. */
export type Verdict = { action: PacketRule['action']; place: number | null }
export type Trial = Verdict & {
  /** What becomes of packets beyond a rate, in packets a second; null when all are treated alike. */
  beyond: (Verdict & { rate: number }) | null
}

/**
 * Judges a packet as a node does by the rules of one VM: the first that fits decides, what none fits is let through. A rule with a
 * rate decides about packets up to it when it lets through, and about those beyond it when it drops or rejects; the others go on to the next rule.
 * Of a rule that names a group the members are its `peers` (`withMembers`).
 */
export function tryPacket(rules: readonly PacketRule[], packet: TriedPacket): Trial {
  const fitting = rules.flatMap((rule, place) => (rule.enabled && fits(rule, packet) ? [{ rule, place }] : []))
  return judge(fitting)
}

type Fitting = { rule: PacketRule; place: number }

function judge([first, ...others]: readonly Fitting[]): Trial {
  if (!first) return { action: 'accept', place: null, beyond: null }
  const { rule, place } = first
  const own = { action: rule.action, place }
  if (rule.rate === null) return { ...own, beyond: null }
  const rest = judge(others)
  if (rule.action === 'accept') {
    const beyond = { action: rest.action, place: rest.place, rate: rule.rate }
    return { ...own, beyond: beyond.action === 'accept' ? rest.beyond : beyond }
  }
  if (rest.action === rule.action && rest.beyond === null) return rest
  const rate = Math.min(rule.rate, rest.beyond?.rate ?? Number.POSITIVE_INFINITY)
  return { ...rest, beyond: rate === rule.rate ? { ...own, rate } : rest.beyond }
}

function fits(rule: PacketRule, { direction, peer, protocol, port }: TriedPacket): boolean {
  if (rule.direction !== direction) return false
  if (!rule.protocols.includes('any') && !rule.protocols.includes(protocol)) return false
  if (rule.portstart !== null && rule.portend !== null) {
    if (port === null || port < rule.portstart || port > rule.portend) return false
  }
  return (rule.peers.length === 0 && rule.group === null) || rule.peers.some((one) => isWithin(peer, one))
}

function isWithin(peer: string, network: string): boolean {
  const address = ipaddr.parse(peer)
  const [base, length] = network.includes('/')
    ? ipaddr.parseCIDR(network)
    : ([ipaddr.parse(network), network.includes(':') ? 128 : 32] as const)
  return address.kind() === base.kind() && address.match(base, length)
}
