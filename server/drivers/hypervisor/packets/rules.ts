import type { InterfaceSpec } from '../domain-types.ts'
import type { PacketFilter } from '../packet-types.ts'
import { antiSpoofing } from './anti-spoofing.ts'
import { answers, firewall } from './firewall.ts'
import { type Chains, type Part, parts, plainMac, tapName } from './names.ts'

/** Where a tap's rules are asked for: `key` is the device's name or the MAC, `tap` the name its chains have. */
export type Held = { key: string; tap: string }
const isMac = (key: string) => key.includes(':')

const table = 'bridge datahall'
/**
 * The table that all interfaces share. What comes from a guest is judged before the bridge learns a sender from it
 * (prerouting); what goes to a guest is judged last (postrouting), where packets of the node itself pass as well. What is
 * rejected on its way to a guest is answered where it comes in, which is the only place where bridges answer (`answering`).
 */
export const sharedRules = [
  `add table ${table}`,
  `add map ${table} from_guest { type ifname : verdict; }`,
  `add map ${table} to_guest { type ifname : verdict; }`,
  `add map ${table} answered { type ether_addr : verdict; }`,
  `add chain ${table} prerouting { type filter hook prerouting priority -300; policy accept; }`,
  `add chain ${table} answering { type filter hook prerouting priority -290; policy accept; }`,
  `add chain ${table} postrouting { type filter hook postrouting priority 300; policy accept; }`,
  `flush chain ${table} prerouting`,
  `flush chain ${table} answering`,
  `flush chain ${table} postrouting`,
  `add rule ${table} prerouting iifname vmap @from_guest`,
  `add rule ${table} answering ether daddr vmap @answered`,
  `add rule ${table} postrouting oifname vmap @to_guest`,
]

/** What `nft list map bridge datahall` answers for the maps `from_guest` and `answered`. */
export function parseHeld(listing: string): Held[] {
  const entry = /(?:"([^"\s]{1,15})"|\b([0-9a-f]{2}(?::[0-9a-f]{2}){5})) : jump (dh[0-9a-z]{12})\.(?:out|ask)\b/g
  return [...listing.matchAll(entry)].map(([, device, mac = '', tap = '']) => ({ key: device ?? mac, tap }))
}

/** Takes rules away; those that were asked for under `keys` alone lose just that way to them. */
export function removal(gone: readonly Held[], taps: ReadonlySet<string>): string[] {
  const ended = new Set(gone.map(({ tap }) => tap).filter((tap) => !taps.has(tap)))
  const chains = [...ended].flatMap((tap) => parts.map((part) => `${table} ${tap}.${part}`))
  return [
    ...gone.flatMap(({ key }) =>
      isMac(key)
        ? [`delete element ${table} answered { ${key} }`]
        : [`delete element ${table} from_guest { "${key}" }`, `delete element ${table} to_guest { "${key}" }`],
    ),
    // Those that an earlier version made have not all of them.
    ...chains.map((chain) => `add chain ${chain}`),
    ...chains.map((chain) => `flush chain ${chain}`),
    ...chains.map((chain) => `delete chain ${chain}`),
  ]
}

/**
 * The rules of one interface: loading them replaces those it had, in one step of the kernel.
 *
 * @param keys devices that they hold for, beside the tap itself
 * @throws PanelError invalid_input for what is no MAC, address, port or rate
 */
export function interfaceRules(domain: string, mac: string, filter: PacketFilter, keys: readonly string[]): string[] {
  const tap = tapName(domain, mac)
  const spoofing = filter.anti_spoofing ? antiSpoofing(tap, mac, filter.anti_spoofing.addresses) : null
  const chains: Chains = {
    ...spoofing,
    out: [...(spoofing ? [`jump ${tap}.src`] : []), ...firewall(filter.firewall_rules, 'out')],
    in: firewall(filter.firewall_rules, 'in'),
    ask: answers(filter.firewall_rules),
  }
  const named = (part: Part) => `${table} ${tap}.${part}`
  return [
    ...parts.flatMap((part) => [`add chain ${named(part)}`, `flush chain ${named(part)}`]),
    ...parts.flatMap((part) => (chains[part] ?? []).map((rule) => `add rule ${named(part)} ${rule}`)),
    ...[tap, ...keys].flatMap((key) => [
      `add element ${table} from_guest { "${key}" : jump ${tap}.out }`,
      `add element ${table} to_guest { "${key}" : jump ${tap}.in }`,
    ]),
    ...(isAnswered(filter) ? [`add element ${table} answered { ${plainMac(mac)} : jump ${tap}.ask }`] : []),
  ]
}

const isAnswered = ({ firewall_rules }: PacketFilter) => answers(firewall_rules).length > 0

/** The rules of all filtered interfaces of a domain. `live` are devices its interfaces have now, by MAC, under other names. */
export function domainRules(
  domain: string,
  interfaces: readonly InterfaceSpec[],
  live: ReadonlyMap<string, string>,
): { rules: string[]; held: Held[] } {
  const rules: string[] = []
  const held: Held[] = []
  for (const { mac, filter } of interfaces) {
    if (!filter) continue
    const tap = tapName(domain, mac)
    const other = live.get(mac.toLowerCase())
    const keys = other === undefined || other === tap ? [] : [other]
    rules.push(...interfaceRules(domain, mac, filter, keys))
    const asked = isAnswered(filter) ? [plainMac(mac)] : []
    held.push(...[tap, ...keys, ...asked].map((key) => ({ key, tap })))
  }
  return { rules, held }
}
