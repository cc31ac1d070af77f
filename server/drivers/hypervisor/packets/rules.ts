import type { InterfaceSpec } from '../domain-types.ts'
import type { PacketFilter } from '../packet-types.ts'
import { antiSpoofing } from './anti-spoofing.ts'
import { firewall } from './firewall.ts'
import { type Chains, type Part, parts, tapName } from './names.ts'

/** Where a tap's rules are asked for: `key` is the device's name, `tap` the name its chains have. */
export type Held = { key: string; tap: string }

const table = 'bridge datahall'
/**
 * The table that all interfaces share. What comes from a guest is judged before the bridge learns a sender from it
 * (prerouting); what goes to a guest is judged last (postrouting), where packets of the node itself pass as well.
 */
export const sharedRules = [
  `add table ${table}`,
  `add map ${table} from_guest { type ifname : verdict; }`,
  `add map ${table} to_guest { type ifname : verdict; }`,
  `add chain ${table} prerouting { type filter hook prerouting priority -300; policy accept; }`,
  `add chain ${table} postrouting { type filter hook postrouting priority 300; policy accept; }`,
  `flush chain ${table} prerouting`,
  `flush chain ${table} postrouting`,
  `add rule ${table} prerouting iifname vmap @from_guest`,
  `add rule ${table} postrouting oifname vmap @to_guest`,
]

/** The answer of `nft list map bridge datahall from_guest`. */
export function parseHeld(listing: string): Held[] {
  return [...listing.matchAll(/"([^"\s]{1,15})" : jump (dh[0-9a-z]{12})\.out\b/g)].map(([, key = '', tap = '']) => ({
    key,
    tap,
  }))
}

/** Takes rules away; those that were asked for under `keys` alone lose just that way to them. */
export function removal(gone: readonly Held[], taps: ReadonlySet<string>): string[] {
  const ended = new Set(gone.map(({ tap }) => tap).filter((tap) => !taps.has(tap)))
  const chains = [...ended].flatMap((tap) => parts.map((part) => `${table} ${tap}.${part}`))
  return [
    ...gone.flatMap(({ key }) => [
      `delete element ${table} from_guest { "${key}" }`,
      `delete element ${table} to_guest { "${key}" }`,
    ]),
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
  }
  const named = (part: Part) => `${table} ${tap}.${part}`
  return [
    ...parts.flatMap((part) => [`add chain ${named(part)}`, `flush chain ${named(part)}`]),
    ...parts.flatMap((part) => (chains[part] ?? []).map((rule) => `add rule ${named(part)} ${rule}`)),
    ...[tap, ...keys].flatMap((key) => [
      `add element ${table} from_guest { "${key}" : jump ${tap}.out }`,
      `add element ${table} to_guest { "${key}" : jump ${tap}.in }`,
    ]),
  ]
}

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
    held.push(...[tap, ...keys].map((key) => ({ key, tap })))
  }
  return { rules, held }
}
