/** A client that is known on a segment. */
export type Reservation = {
  /** Six bytes in hex with colons. */
  mac: string
  /** Null: it gets one of the boot range. */
  ip: string | null
  hostname: string | null
  /** While it is to boot into an operation: what its boot program asks for. */
  boot?: { ticket: string } | undefined
}

/** A segment in which clients boot. */
export type DhcpSubnet = {
  /** Stays the same as long as the segment exists: leases name it. */
  id: number
  /** `192.0.2.0/24` */
  cidr: string
  /** The control host's interface in it, or the addresses of the relays that bring its requests. */
  via: { interface: string } | { relays: readonly string[] }
  gateway: string | null
  nameservers: readonly string[]
  /** First and last addresses that clients without one of their own get, for ten minutes. */
  ranges: readonly { first: string; last: string }[]
  reservations: readonly Reservation[]
  /** Address of the control host as this segment reaches it, when it is another than that of `web`. */
  server?: string | undefined
}

/** All that a location's DHCP server is told. */
export type DhcpServices = {
  /** Where it listens. */
  interfaces: readonly string[]
  /** Where boot scripts are fetched from. */
  web: { address: string; port: number }
  subnets: readonly DhcpSubnet[]
  /** Whether clients that are not known get an address of the boot range, and boot the system that finds out what they are. */
  discovery: boolean
  /** MAC addresses of clients that get no answer, as if discovery were off. */
  ignored?: readonly string[] | undefined
}

/** Where the server keeps what it writes. */
export type KeaPlaces = {
  controlSocket: string
  leaseFile: string
  /** Path of the hook library `lease_cmds`, when the host has it. */
  leaseHook: string | null
  /** A file, which is kept small, or `stdout`. */
  log: string
}
