/** What a simulated guest knows of itself. */
export type GuestFacts = {
  hostname: string
  /** It has the kernel of its node, and no agent. */
  is_container: boolean
  os_name: string
  cpu_number: number
  ram_mib: number
  disks: { name: string /** As a kernel prints it: `20.0 GiB`. */; size: string; mib: number }[]
  interfaces: { name: string; mac: string /** With prefix length. */; addresses: string[]; gateway: string | null }[]
  /** Shown as failed while booting. */
  failedUnits: string[]
}

/** What a guest needs from its VM. */
export type GuestWorld = {
  facts: GuestFacts
  /** Whether the user may sign in with the password. */
  accepts(user: string, password: string): boolean
  /** Milliseconds since the guest was switched on. */
  uptimeMs(): number
  now(): Date
  /** The guest requests its VM to power off or to restart. */
  power(action: 'poweroff' | 'reboot'): void
}
