/** A port of a switch that a cable of the server leads to, with the VLANs that it has when no operation holds it. */
export type NetworkPort = {
  /** With its switch: `leaf1 Gi1/0/7`. */
  name: string
  /** Network card at the other end, where the switch or the card has said so. */
  mac: string | null
  /** The link aggregation that it is a member of, which then gives the VLANs; unique among all switches. */
  aggregate: string | null
  /** Untagged VLAN; null: none, or not known. */
  vlan_id: number | null
  is_trunk: boolean
  trunk_members: readonly number[]
}

export type NetworkAddress = {
  address: string
  /** VLAN of its network, where it has one. */
  vlan: number | null
}

/** Where facts contradict, or are missing, and what is done without them. */
export const networkNotices = ['no_port', 'other_ports', 'missing', 'other_vlan', 'cards'] as const
export type NetworkNotice = {
  kind: (typeof networkNotices)[number]
  vlan: number | null
  /** Ports or the address that it is about. */
  about: string
}

export type InstalledNetwork<A> = {
  /** The main one first; without those of another VLAN, which one interface cannot have. */
  addresses: A[]
  /** Tag; null: none. */
  vlan: number | null
  /** Cards that are one by LACP, the one that it boots by first; empty: none. */
  bond_mac: string[]
  notices: NetworkNotice[]
}

type Given<A> = { boot_mac: string; macs: readonly string[]; ports: readonly NetworkPort[]; addresses: readonly A[] }

/**
 * The network that an installed system gets, of what is known: a tag when the VLAN of its main address is tagged at the port, a bond when the ports of several
 * cards are one.
 */
export function installedNetwork<A extends NetworkAddress>(given: Given<A>): InstalledNetwork<A> {
  const { addresses } = given
  const vlan = addresses[0]?.vlan ?? null
  const isElsewhere = (one: A) => vlan !== null && one.vlan !== null && one.vlan !== vlan
  const bond = bondOf(given)
  const tag = vlan === null ? { vlan: null, notices: [] } : tagOf(vlan, portsMeant(given))
  return {
    addresses: addresses.filter((one) => !isElsewhere(one)),
    vlan: tag.vlan,
    bond_mac: bond.macs,
    notices: [
      ...tag.notices,
      ...addresses.filter(isElsewhere).map((one) => notice('other_vlan', one.address, one.vlan)),
      ...bond.notices,
    ],
  }
}

const notice = (kind: NetworkNotice['kind'], about: string, vlan: number | null = null): NetworkNotice => ({
  ...{ kind, about, vlan },
})
const named = (ports: readonly NetworkPort[]) => ports.map(({ name }) => name).join(', ')
const isCard = (mac: string) => (port: NetworkPort) => port.mac?.toLowerCase() === mac.toLowerCase()

/** The port of the card that it boots by; all of them as long as that is not known. */
function portsMeant({ boot_mac, ports }: Pick<Given<unknown>, 'boot_mac' | 'ports'>): readonly NetworkPort[] {
  const own = ports.find(isCard(boot_mac))
  return own ? [own] : ports
}

const carried = (vlan: number, port: NetworkPort): 'untagged' | 'tagged' | 'missing' => {
  if (port.vlan_id === vlan) return 'untagged'
  return port.is_trunk && port.trunk_members.includes(vlan) ? 'tagged' : 'missing'
}

function tagOf(vlan: number, ports: readonly NetworkPort[]): { vlan: number | null; notices: NetworkNotice[] } {
  const [how, ...others] = new Set(ports.map((port) => carried(vlan, port)))
  if (how === undefined) return { vlan: null, notices: [notice('no_port', '', vlan)] }
  if (others.length > 0) return { vlan: null, notices: [notice('other_ports', named(ports), vlan)] }
  if (how === 'missing') return { vlan: null, notices: [notice('missing', named(ports), vlan)] }
  return { vlan: how === 'tagged' ? vlan : null, notices: [] }
}

/** Two cards at least whose ports are members of one aggregation, with that which it boots by. */
function bondOf({ boot_mac, macs, ports }: Pick<Given<unknown>, 'boot_mac' | 'macs' | 'ports'>) {
  const boot = ports.find(isCard(boot_mac))
  const groups = [...new Set(ports.flatMap(({ aggregate }) => aggregate ?? []))]
  const group = boot ? boot.aggregate : groups.length === 1 ? groups[0] : null
  const members = ports.filter(({ aggregate }) => group && aggregate === group)
  if (members.length < 2) return { macs: [], notices: [] }
  const known = members.flatMap(({ mac }) => mac?.toLowerCase() ?? [])
  // Every cable leads into it, so it does not matter which card has which.
  const cards = members.length === ports.length && macs.length === members.length ? macs : known
  if (cards.length < members.length || !cards.some((mac) => mac.toLowerCase() === boot_mac.toLowerCase()))
    return { macs: [], notices: [notice('cards', named(members))] }
  const rest = cards.filter((mac) => mac.toLowerCase() !== boot_mac.toLowerCase())
  return { macs: [boot_mac, ...rest], notices: [] }
}
