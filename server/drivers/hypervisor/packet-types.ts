/** What becomes of some packets on their way into or out of a VM. Of several rules the first that fits decides. */
export type FirewallRule = {
  /** `reject`: dropped, and the sender is told so: TCP by a reset, everything else by ICMP. */
  action: 'drop' | 'accept' | 'reject'
  direction: 'in' | 'out'
  /** `any`: all of IPv4 and IPv6 but what finds neighbours. */
  protocols: readonly ('tcp' | 'udp' | 'icmp' | 'any')[]
  /** Destination ports, of TCP and UDP. */
  portstart: number
  portend: number
  /** Addresses and networks (CIDR) of the other side; absent: all, an empty list: none. */
  peers?: readonly string[]
  /** Packets a second: what is above is dropped or rejected, or only up to it is accepted. */
  rate?: number
}

/** What the node drops between a VM's interface and the bridge. */
export type PacketFilter = {
  firewall_rules: readonly FirewallRule[]
  /**
   * Null: the VM may send as anybody. Else packets leave with the interface's own MAC only, none that only routers and DHCP
   * servers send, and with these addresses and networks (CIDR) only, when they are known.
   */
  anti_spoofing: { addresses: readonly string[] | null } | null
  /** TCP connections that an interface may have at once, by who begins them: others (`in`) or the VM (`out`). 0: any number. */
  connections?: { in: number; out: number }
}

/** What rules have met since they were last changed. */
export type PacketCount = { packets: number; bytes: number }

export type PacketCounters = {
  /** By the place of a rule among `firewall_rules`, of all interfaces together. */
  rules: PacketCount[]
  /** What anti-spoofing has dropped. */
  forged: PacketCount
}
