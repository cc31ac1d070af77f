import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { byFamily, withoutInner } from '../addresses.ts'
import type { FirewallRule } from '../packet-types.ts'

const mostPacketsPerSecond = 10_000_000
/** Without these no neighbour is found, so rules about ICMP or everything do not reach them. */
const neighbours = '{ nd-router-solicit, nd-router-advert, nd-neighbor-solicit, nd-neighbor-advert }'

type Match = { match: string; verdict: string }

/**
 * Rules of one direction, the first that fits decides; what none fits is let through. Each is counted under its place in
 * the list (`comment`), in the order in which the caller gave all rules. What is rejected on its way to a guest is dropped
 * here: what reaches this place was not answered by `answers`.
 */
export function firewall(rules: readonly FirewallRule[], direction: FirewallRule['direction']): string[] {
  const numbered = numberedOf(rules, direction)
  return [
    ...neighbourRule(numbered),
    ...numbered.flatMap(({ rule, place }) => {
      const all =
        direction === 'in' && rule.action === 'reject' ? verdicts({ ...rule, action: 'drop' }) : verdicts(rule)
      return written(rule, all, (verdict) => `counter ${verdict} comment "${place}"`)
    }),
  ]
}

/**
 * Rules for what comes in for a guest, where it comes in: those up to the last that rejects. Others only end the search here, they
 * are applied and counted where packets leave for the guest.
 */
export function answers(rules: readonly FirewallRule[]): string[] {
  const numbered = numberedOf(rules, 'in')
  const last = numbered.findLastIndex(({ rule }) => rule.action === 'reject')
  if (last < 0) return []
  const asked = numbered.slice(0, last + 1)
  return [
    ...neighbourRule(asked),
    ...asked.flatMap(({ rule, place }) =>
      written(rule, verdicts(rule), (verdict) =>
        rule.action === 'reject' ? `counter ${verdict} comment "${place}"` : 'accept',
      ),
    ),
  ]
}

type Numbered = { rule: FirewallRule; place: number }
const numberedOf = (rules: readonly FirewallRule[], direction: FirewallRule['direction']): Numbered[] =>
  rules.map((rule, place) => ({ rule, place })).filter(({ rule }) => rule.direction === direction)

const neighbourRule = (numbered: readonly Numbered[]) =>
  numbered.some(({ rule }) => rule.protocols.some((one) => one === 'any' || one === 'icmp'))
    ? [`icmpv6 type ${neighbours} accept`]
    : []

const written = (rule: FirewallRule, matches: readonly Match[], ending: (verdict: string) => string) =>
  matches.flatMap(({ match, verdict }) =>
    peers(rule).map((peer) => [...peer, match, `${limit(rule)}${ending(verdict)}`].join(' ')),
  )

/** Both of them by number: names are in a file (netbase) that small nodes do not have. */
const icmp = 'meta l4proto { 1, 58 }'
const answer = 'reject with icmpx type port-unreachable'
// An error is not answered with an error (RFC 1122, 3.2.2), so of ICMP only requests are.
const icmpRejected: Match[] = [
  { match: 'icmp type echo-request', verdict: answer },
  { match: 'icmpv6 type echo-request', verdict: answer },
  { match: icmp, verdict: 'drop' },
]

function verdicts(rule: FirewallRule): Match[] {
  const { action } = rule
  const reset = 'reject with tcp reset'
  return rule.protocols.flatMap((protocol): Match[] => {
    const ports = `dport ${port(rule.portstart)}-${port(rule.portend)}`
    if (protocol === 'tcp') return [{ match: `tcp ${ports}`, verdict: action === 'reject' ? reset : action }]
    if (protocol === 'udp') return [{ match: `udp ${ports}`, verdict: action === 'reject' ? answer : action }]
    if (protocol === 'icmp') return action === 'reject' ? icmpRejected : [{ match: icmp, verdict: action }]
    const all = 'meta protocol { ip, ip6 }'
    if (action !== 'reject') return [{ match: all, verdict: action }]
    return [{ match: 'meta l4proto 6', verdict: reset }, ...icmpRejected, { match: all, verdict: answer }]
  })
}

/** The other side: whom it comes from, or whom it goes to. One look-up a family, so a rate is that of all of them together. */
function peers(rule: FirewallRule): string[][] {
  if (!rule.peers) return [[]]
  const end = rule.direction === 'in' ? 'saddr' : 'daddr'
  const { v4, v6 } = byFamily(rule.peers)
  return [...oneOf(`ip ${end}`, v4), ...oneOf(`ip6 ${end}`, v6)]
}

function oneOf(field: string, addresses: ReadonlySet<string>): string[][] {
  // nft takes no intervals that overlap.
  const outer = withoutInner([...addresses])
  if (outer.length === 0) return []
  return [[`${field} ${outer.length === 1 ? outer[0] : `{ ${outer.join(', ')} }`}`]]
}

function limit({ action, rate }: FirewallRule): string {
  if (rate === undefined) return ''
  return `limit rate ${action === 'accept' ? '' : 'over '}${packets(rate)}/second `
}

function port(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 65535)
    throw invalidInput(msg`A port is a number from 1 to 65535`)
  return String(value)
}

function packets(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > mostPacketsPerSecond)
    throw invalidInput(msg`A rate is a number of packets a second, from 1 to ${mostPacketsPerSecond}`)
  return String(value)
}
