import type { InterfaceSpec } from '../domain-types.ts'
import type { PacketFilter } from '../packet-types.ts'
import { antiSpoofing } from './anti-spoofing.ts'
import { beginnings } from './connections.ts'
import { answers, firewall } from './firewall.ts'
import { type Chains, type Part, parts, plainMac, tapName } from './names.ts'

/** Which chain of an interface the maps lead to; `device` are two of them, for what comes and what goes. */
const leads = { device: 'out', answered: 'ask', counted: 'con' } as const
type HeldMap = keyof typeof leads
/** Where a tap's rules are asked for: `key` is the device's name or, of what is answered, the MAC, `tap` the name its chains have. */
export type Held = { map: HeldMap; key: string; tap: string }

const table = 'bridge datahall'
/**
 * The table that all interfaces share. What comes from a guest is judged before the bridge learns a sender from it
 * (prerouting); what goes to a guest is judged last (postrouting), where packets of the node itself pass as well. What is
 * rejected on its way to a guest is answered where it comes in, which is the only place where bridges answer (`answering`).
 * Connections that a guest begins are counted behind the kernel's own tracking of them (priority -200), and what was dropped is not (`counting`).
 */
export const sharedRules = [
  `add table ${table}`,
  `add map ${table} from_guest { type ifname : verdict; }`,
  `add map ${table} to_guest { type ifname : verdict; }`,
  `add map ${table} answered { type ether_addr : verdict; }`,
  `add map ${table} counted { type ifname : verdict; }`,
  `add chain ${table} prerouting { type filter hook prerouting priority -300; policy accept; }`,
  `add chain ${table} answering { type filter hook prerouting priority -290; policy accept; }`,
  `add chain ${table} counting { type filter hook prerouting priority -100; policy accept; }`,
  `add chain ${table} postrouting { type filter hook postrouting priority 300; policy accept; }`,
  `flush chain ${table} prerouting`,
  `flush chain ${table} answering`,
  `flush chain ${table} counting`,
  `flush chain ${table} postrouting`,
  `add rule ${table} prerouting iifname vmap @from_guest`,
  `add rule ${table} answering ether daddr vmap @answered`,
  `add rule ${table} counting iifname vmap @counted`,
  `add rule ${table} postrouting oifname vmap @to_guest`,
]

/** Maps that are read back to learn what is held. */
export const heldMaps = ['from_guest', 'answered', 'counted'] as const

/** What `nft list map bridge datahall` answers for `heldMaps`. */
export function parseHeld(listing: string): Held[] {
  const entry = /(?:"([^"\s]{1,15})"|\b([0-9a-f]{2}(?::[0-9a-f]{2}){5})) : jump (dh[0-9a-z]{12})\.(out|ask|con)\b/g
  const mapOf = (part?: string) =>
    part === leads.answered ? 'answered' : part === leads.counted ? 'counted' : 'device'
  return [...listing.matchAll(entry)].map(([, device, mac = '', tap = '', part]) => ({
    map: mapOf(part),
    key: device ?? mac,
    tap,
  }))
}

const elements: Record<HeldMap, (key: string, tap: string) => { of: string; element: string; leads: string }[]> = {
  device: (key, tap) => [
    { of: 'from_guest', element: `"${key}"`, leads: `${tap}.out` },
    { of: 'to_guest', element: `"${key}"`, leads: `${tap}.in` },
  ],
  answered: (key, tap) => [{ of: 'answered', element: key, leads: `${tap}.ask` }],
  counted: (key, tap) => [{ of: 'counted', element: `"${key}"`, leads: `${tap}.con` }],
}
const added = ({ map, key, tap }: Held) =>
  elements[map](key, tap).map((one) => `add element ${table} ${one.of} { ${one.element} : jump ${one.leads} }`)
const deleted = ({ map, key, tap }: Held) =>
  elements[map](key, tap).map((one) => `delete element ${table} ${one.of} { ${one.element} }`)

/** Takes rules away; those that were asked for under `keys` alone lose just that way to them. */
export function removal(gone: readonly Held[], taps: ReadonlySet<string>): string[] {
  const ended = new Set(gone.map(({ tap }) => tap).filter((tap) => !taps.has(tap)))
  const chains = [...ended].flatMap((tap) => parts.map((part) => `${table} ${tap}.${part}`))
  return [
    ...gone.flatMap(deleted),
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
 * @throws PanelError invalid_input for what is no MAC, address, port, rate or number of connections
 */
export function interfaceRules(
  domain: string,
  mac: string,
  filter: PacketFilter,
  keys: readonly string[],
): { rules: string[]; held: Held[] } {
  const tap = tapName(domain, mac)
  const { anti_spoofing, firewall_rules, connections = { in: 0, out: 0 } } = filter
  const spoofing = anti_spoofing ? antiSpoofing(tap, mac, anti_spoofing.addresses) : null
  const chains: Chains = {
    ...spoofing,
    out: [...(spoofing ? [`jump ${tap}.src`] : []), ...firewall(firewall_rules, 'out')],
    in: [...beginnings(connections.in), ...firewall(firewall_rules, 'in')],
    ask: answers(firewall_rules),
    con: beginnings(connections.out),
  }
  const devices = [tap, ...keys]
  const held: Held[] = [
    ...devices.map((key) => ({ map: 'device' as const, key, tap })),
    ...(chains.ask?.length ? [{ map: 'answered' as const, key: plainMac(mac), tap }] : []),
    ...(chains.con?.length ? devices.map((key) => ({ map: 'counted' as const, key, tap })) : []),
  ]
  const named = (part: Part) => `${table} ${tap}.${part}`
  const rules = [
    ...parts.flatMap((part) => [`add chain ${named(part)}`, `flush chain ${named(part)}`]),
    ...parts.flatMap((part) => (chains[part] ?? []).map((rule) => `add rule ${named(part)} ${rule}`)),
    ...held.flatMap(added),
  ]
  return { rules, held }
}

/** The rules of all filtered interfaces of a domain. `live` are devices its interfaces have now, by MAC, under other names. */
export function domainRules(
  domain: string,
  interfaces: readonly InterfaceSpec[],
  live: ReadonlyMap<string, string>,
): { rules: string[]; held: Held[] } {
  const each = interfaces.flatMap(({ mac, filter }) => {
    if (!filter) return []
    const other = live.get(mac.toLowerCase())
    const keys = other === undefined || other === tapName(domain, mac) ? [] : [other]
    return [interfaceRules(domain, mac, filter, keys)]
  })
  return { rules: each.flatMap(({ rules }) => rules), held: each.flatMap(({ held }) => held) }
}
