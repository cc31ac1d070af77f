import type { PacketCounters } from '../packet-types.ts'
import { domainKey } from './names.ts'

const mostRules = 1024

/** Counters of a domain in what `nft list chain` answers for its chains. */
export function parseCounters(domain: string, listing: string): PacketCounters {
  const found: PacketCounters = { rules: [], forged: { packets: 0, bytes: 0 } }
  let own = false
  for (const line of listing.split('\n')) {
    const chain = /^\s*chain (\S+) \{/.exec(line)?.[1]
    if (chain !== undefined) own = chain.startsWith(`dh${domainKey(domain)}`)
    const [, packets, bytes, comment = ''] =
      /\bcounter packets (\d+) bytes (\d+) .*comment "(\d{1,4}|forged)"/.exec(line) ?? []
    if (!own || packets === undefined) continue
    const count = comment === 'forged' ? found.forged : ruleAt(found, Number(comment))
    count.packets += Number(packets)
    count.bytes += Number(bytes)
  }
  return found
}

function ruleAt({ rules }: PacketCounters, place: number) {
  while (rules.length <= Math.min(place, mostRules)) rules.push({ packets: 0, bytes: 0 })
  return rules[Math.min(place, mostRules)]!
}
