import type { PacketFilter } from './packet-types.ts'

/** `none`: guests are containers, which run on the node's own kernel. */
export type Accelerator = 'kvm' | 'tcg' | 'none'

/** What the node itself says about a domain; `unknown` is never read as `stopped`. */
export type DomainState = 'running' | 'paused' | 'stopped' | 'crashed'

export type DomainInfo = {
  internal_name: string
  uuid: string
  state: DomainState
  /** It is paused because its disks could not be written or read, as when their storage is full. */
  stalled?: boolean
  cpu_number: number
  ram_mib: number
  /** Port of the VNC server on the node's loopback; null while the domain is off. */
  vnc_port: number | null
}

export type DomainEvent = { internal_name: string; kind: 'defined' | 'undefined' | 'state'; state: DomainState | null }

export type DiskSpec = {
  /** Absolute path on the node. */
  path: string
  format: 'qcow2' | 'raw'
  target_dev: string
  bus: 'virtio' | 'scsi' | 'ide'
  boot_order: number | null
  /** It stands on what the panel serves: when that cannot be read, the domain stands still until it is resumed. */
  served?: boolean
}

export type InterfaceSpec = {
  mac: string
  bridge: string
  model: 'virtio' | 'rtl8139' | 'e1000' | 'e1000e'
  filter: PacketFilter | null
}

/** Weights and limits of a whole VM; what is absent is not limited. All are above 0. */
export type DomainLimits = {
  /** Relative to other VMs of the node; one without a weight counts as 1024. */
  cpu_weight?: number
  io_weight?: number
  /** Of all disks together, in Mbit/s and operations a second. */
  io_read_mbitps?: number
  io_write_mbitps?: number
  io_read_iops?: number
  io_write_iops?: number
  /** Of each interface, seen from the VM. */
  net_in_mbitps?: number
  net_out_mbitps?: number
  /** Of a container: how many processes and threads it may have. */
  process_number?: number
}

export type DomainSize = { cpu_number: number; ram_mib: number }

/** What a domain has while it runs, null while it is off; and what its definition gives it at its next start. */
export type DomainSizes = { running: DomainSize | null; defined: DomainSize }

/** What a running domain did not take over from its definition, so that it waits for the next start; `why` is the hypervisor's text. */
export type Waiting = { field: keyof DomainSize | keyof DomainLimits; why: string }

export type DomainSpec = DomainSize & {
  internal_name: string
  uuid: string
  /** The most it may grow to while it runs; null: its size is fixed at its start. */
  room: DomainSize | null
  accelerator: Accelerator
  cpu_mode: 'default' | 'host-model' | 'host-passthrough' | 'custom'
  cpu_custom_model: string | null
  /** Whether the guest may run virtual machines itself, where the node's processor lets it. */
  nesting: boolean
  limits: DomainLimits
  disks: DiskSpec[]
  /** The seed, as a read-only CD-ROM; null leaves the drive empty. */
  cdrom: string | null
  /** What is in a second drive, which every domain has for it; null and absent leave it empty. */
  medium?: Medium | null
  interfaces: InterfaceSpec[]
  /** At most 8 characters: the VNC protocol (RFC 6143, 7.2.2) uses no more. */
  vnc_password: string
  /** A second screen beside that of VNC, for SPICE programs; null: none. */
  spice: SpiceSpec | null
  efi_boot: boolean
  /** The firmware starts systems only that are signed by keys it comes with; UEFI alone has it. */
  secure_boot: boolean
}

export type Medium = {
  /** Absolute path of an ISO image on the node. */
  path: string
  /** The domain starts from it, and from its disks where that fails. */
  boot: boolean
}

export type SpiceSpec = {
  /** 8 to 60 printable characters: SPICE takes no more (SPICE_MAX_PASSWORD_LENGTH). */
  password: string
  /** The clipboard, files and the sound of the guest reach the person's computer. */
  extras: boolean
}

/** One disk of a domain: the device of a running one, the file of one that is off. */
export type DomainDisk = Pick<DiskSpec, 'path' | 'target_dev'>

/** A state of a VM that its node keeps under a name. */
export type Capture = {
  /** Letters, digits and hyphens. */
  name: string
  disks: readonly DomainDisk[]
  /** Path of the file for its memory; null: of the disks only. */
  memory: string | null
}

/** A disk of a VM and where its copy goes on the same node. */
export type DiskCopy = { target_dev: string; from: string; to: string }
