import { PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { byFamily } from '../addresses.ts'
import type { FirewallRule } from '../packet-types.ts'

const mostPacketsPerSecond = 10_000_000
/** Without these no neighbour is found, so rules about ICMP or everything do not reach them. */
const neighbours = '{ nd-router-solicit, nd-router-advert, nd-neighbor-solicit, nd-neighbor-advert }'

/**
 * Rules of one direction, the first that fits decides; what none fits is let through. Each is counted under its place in
 * the list (`comment`), in the order in which the caller gave all rules.
 */
export function firewall(rules: readonly FirewallRule[], direction: FirewallRule['direction']): string[] {
  const numbered = rules.map((rule, place) => ({ rule, place })).filter(({ rule }) => rule.direction === direction)
  const wide = numbered.some(({ rule }) => rule.protocols.some((one) => one === 'any' || one === 'icmp'))
  return [
    ...(wide ? [`icmpv6 type ${neighbours} accept`] : []),
    ...numbered.flatMap(({ rule, place }) =>
      rule.protocols.flatMap((protocol) =>
        peers(rule).map((peer) => [...peer, match(rule, protocol), ending(rule, place)].join(' ')),
      ),
    ),
  ]
}

function match(rule: FirewallRule, protocol: FirewallRule['protocols'][number]): string {
  if (protocol === 'any') return 'meta protocol { ip, ip6 }'
  if (protocol === 'icmp') return 'meta l4proto { icmp, ipv6-icmp }'
  return `${protocol} dport ${port(rule.portstart)}-${port(rule.portend)}`
}

/** The other side: whom it comes from, or whom it goes to. One entry a family, because a look-up knows one. */
function peers(rule: FirewallRule): string[][] {
  if (!rule.peers || rule.peers.length === 0) return [[]]
  const end = rule.direction === 'in' ? 'saddr' : 'daddr'
  const { v4, v6 } = byFamily(rule.peers)
  return [...[...v4].map((one) => [`ip ${end} ${one}`]), ...[...v6].map((one) => [`ip6 ${end} ${one}`])]
}

function ending({ action, rate }: FirewallRule, place: number): string {
  const limit = rate === undefined ? '' : `limit rate ${action === 'drop' ? 'over ' : ''}${packets(rate)}/second `
  return `${limit}counter ${action} comment "${place}"`
}

function port(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 65535)
    throw new PanelError('invalid_input', msg`A port is a number from 1 to 65535`)
  return String(value)
}

function packets(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > mostPacketsPerSecond)
    throw new PanelError(
      'invalid_input',
      msg`A rate is a number of packets a second, from 1 to ${mostPacketsPerSecond}`,
    )
  return String(value)
}
