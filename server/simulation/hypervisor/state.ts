import type { DomainSize, DomainSpec, DomainState } from '../../drivers/hypervisor/domain-types.ts'
import type { Seed } from './seed.ts'

/** A script that a simulated guest runs: worked out at its start, written while its time passes. */
export type DummyScript = {
  started_at: number
  lines: { after_ms: number; text: string }[]
  ends_ms: number
  exit_code: number
}

/** What a simulated guest has on its own disk. */
export type GuestIdentity = {
  /** The seed was applied for this instance. */
  instance_id: string
  hostname: string
  /** Salted hashes by user. */
  passwords: Record<string, string>
  /** Addresses with prefix length by MAC. */
  networks: Seed['networks']
  /** Lines of authorized_keys by user; absent in states that are older. */
  ssh_keys?: Record<string, string[]>
  /** By token; absent in states that are older. */
  scripts?: Record<string, DummyScript>
}

export type DummyDomain = {
  /** The VNC password is needed in clear for VNC's challenge, so states are sealed where they are kept. */
  spec: DomainSpec
  state: DomainState
  /** Milliseconds since the epoch; null while it is off. */
  started_at: number | null
  /** What the domain does next by itself, and when (milliseconds since the epoch). */
  due: { at: number; how: 'stopped' | 'crashed' | 'restarted' } | null
  vnc_port: number | null
  /** It stands still because of its disks; `full`: they still fail. */
  stalled?: 'full' | 'room'
  /** Size and room it runs with; absent while it is off, and of one that was started before sizes could change. */
  running?: DomainSize & {
    room: DomainSize | null
    /** Whether it was started with SPICE, and with its extras; null: without. */
    spice?: { extras: boolean } | null
    /** Devices of disks that it gets at its next start only. */
    late?: string[]
    /** Path of what is in the drive for media. */
    medium?: string | null
  }
  /** How the last runs of the guest ended, for the log of its serial port; absent as long as nothing keeps one. */
  runs?: ('on' | 'down' | 'cut' | 'panic')[]
  /** Its disks are being read, since this run of it (null: while it is off); over with the run. */
  reading?: { token: string; started_at: number | null }
  guest: GuestIdentity
}

export type DummyFile =
  | {
      kind: 'volume'
      size_mib: number
      backing: string | null
      /** It stands on what the panel serves; `read`: that is known by now. */
      served?: 'waits' | 'read'
      /** What a copied disk has of the guest. */
      guest?: GuestIdentity
      /** What was written to it, by the number of the block; '' is zeros. */
      blocks?: Record<string, string>
      /** All that a container has, in base64: a volume with it is no disk. */
      archive?: string
      /** Fingerprints of its blocks when a checkpoint was made, by the name of that. */
      checkpoints?: Record<string, Record<string, string>>
      /** States that are kept beside the present one, by name; absent in states that are older. */
      captures?: Record<
        string,
        { size_mib: number; guest: GuestIdentity; blocks?: Record<string, string>; archive?: string }
      >
    }
  | { kind: 'memory'; size_mib: number; guest: GuestIdentity; running: NonNullable<DummyDomain['running']> }
  | {
      kind: 'image'
      size_bytes: number
      sha256: string
      virtual_mib: number
      /** All of it, packed and in base64, where that is little: of images made of VMs. */
      content?: string
    }
  | { kind: 'seed'; seed: Seed }

/** Everything a simulated node is. Serialised as JSON. */
export type NodeState = {
  /** Does not answer at all. */
  offline: boolean
  authorized_keys: string[]
  directories: string[]
  files: Record<string, DummyFile>
  domains: Record<string, DummyDomain>
  /** Identities of storages by where they are; absent in states that are older. */
  storages?: Record<string, string>
  /** Names of isolated bridges; absent in states that are older. */
  isolated?: string[]
}

/** Names come from outside: `constructor` is no domain. */
export const domainOf = (state: NodeState, name: string): DummyDomain | undefined =>
  Object.hasOwn(state.domains, name) ? state.domains[name] : undefined

/** The guest was asked to power off or to restart and is on its way. */
export const isGoingDown = ({ due }: DummyDomain): boolean => due !== null && due.how !== 'crashed'

export const isOn = (domain: DummyDomain | undefined): boolean => domain !== undefined && domain.started_at !== null

/** What the guest has: the size it runs with, else the one it is defined with. */
export function sizeOf(domain: DummyDomain): DomainSize {
  const { cpu_number, ram_mib } = (isOn(domain) && domain.running) || domain.spec
  return { cpu_number, ram_mib }
}

export const freshNode = (): NodeState => ({
  offline: false,
  authorized_keys: [],
  directories: [],
  files: {},
  domains: {},
})
