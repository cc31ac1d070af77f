import { msg, type Text } from '../../shared/text.ts'
import type { BackupContent } from '../backup/states.ts'
import type { HostCreate } from '../host/schema.ts'

// One row for each thing that VMs can ask for and not every node can do. A node's own are found whenever it is connected
// (`NodeConnection.capabilities`) and kept in `node.capabilities`.

type Asked = Partial<
  Pick<
    HostCreate,
    | 'cpu_mode'
    | 'cpu_custom_model'
    | 'nesting'
    | 'efi_boot'
    | 'secure_boot'
    | 'process_number'
    | 'cpu_weight'
    | 'io_weight'
    | 'io_read_mbitps'
    | 'io_write_mbitps'
    | 'io_read_iops'
    | 'io_write_iops'
    | 'spice_enabled'
    | 'spice_additional_enabled'
    | 'net_in_mbitps'
    | 'net_out_mbitps'
    | 'net_bandwidth_mbitps'
    | 'net_weight'
    | 'tcp_connections_in'
    | 'tcp_connections_out'
  >
> & { packet_rules?: readonly { action: string }[] } & { disks?: readonly unknown[] | null }
type Row = {
  /** Nodes of one type of virtualization all have it, or none has: it is not asked of each. */
  ofType?: true
  /** The field by which a VM asks for it, or null when it does not. */
  askedBy: (body: Asked) => keyof Asked | null
  /** Follows the name of a node without it. */
  lacking: Text
  /** Follows the name of the field when no node has it. */
  refusal: Text
}

const isLimit = (value: number | null | undefined) => (value ?? 0) > 0
/** The first of these fields that is a limit. */
const limit = (body: Asked, ...fields: (keyof Asked)[]) => fields.find((field) => isLimit(Number(body[field]))) ?? null
const first = (body: Asked, ...fields: (keyof Asked)[]) => fields.find((field) => body[field]) ?? null

const table = {
  /** Shows guests its own processor. */
  host_cpu: {
    askedBy: ({ cpu_mode }) => (cpu_mode === 'host-model' || cpu_mode === 'host-passthrough' ? 'cpu_mode' : null),
    lacking: msg`emulates the CPU and cannot pass through its own`,
    refusal: msg`VMs are emulated here and cannot use the host CPU; leave it out`,
  },
  /** Shows guests a processor of a chosen model. */
  cpu_model: {
    askedBy: ({ cpu_mode }) => (cpu_mode === 'custom' ? 'cpu_mode' : null),
    lacking: msg`has no choice of CPU models`,
    refusal: msg`the CPU model cannot be chosen here; leave it out`,
  },
  /** Guests can run virtual machines, or containers can run containers. */
  nesting: {
    askedBy: (body) => first(body, 'nesting'),
    lacking: msg`cannot run VMs inside VMs`,
    refusal: msg`VMs cannot run VMs here; leave it out`,
  },
  efi_boot: {
    askedBy: (body) => first(body, 'efi_boot'),
    lacking: msg`has no UEFI firmware`,
    refusal: msg`the nodes have no UEFI firmware: install ovmf (Debian, Ubuntu) or edk2-ovmf on them, or leave it out`,
  },
  secure_boot: {
    askedBy: (body) => first(body, 'secure_boot'),
    lacking: msg`has no UEFI firmware with Secure Boot`,
    refusal: msg`the nodes have no UEFI firmware with Secure Boot: it is part of ovmf (Debian, Ubuntu) and edk2-ovmf; leave it out`,
  },
  spice: {
    askedBy: (body) => first(body, 'spice_enabled', 'spice_additional_enabled'),
    lacking: msg`has no SPICE`,
    refusal: msg`the nodes have no SPICE: it is part of QEMU in Debian and Ubuntu (qemu-system-modules-spice in newer ones); leave it out`,
  },
  /** A screen to look at (VNC), beside the console. Nothing asks for it: every VM that can have one has it. */
  screen: {
    ofType: true,
    askedBy: () => null,
    lacking: msg`runs containers, which have no screen`,
    refusal: msg`containers have no screen: use the console`,
  },
  /** A program in the guest through which the panel reaches it; containers are reached without one. */
  guest_agent: {
    ofType: true,
    askedBy: () => null,
    lacking: msg`runs containers, which need no guest agent`,
    refusal: msg`Containers need no guest agent: the panel reaches them through their node`,
  },
  /** Disks beside the one that the system is on. */
  more_disks: {
    ofType: true,
    askedBy: ({ disks }) => ((disks?.length ?? 0) > 1 ? 'disks' : null),
    lacking: msg`gives containers one disk only`,
    refusal: msg`a container has exactly one disk`,
  },
  /** Shares of processor and disks among the VMs of a node. */
  weights: {
    ofType: true,
    askedBy: (body) => first(body, 'cpu_weight', 'io_weight'),
    lacking: msg`has no weights for containers`,
    refusal: msg`containers have no weights; leave it out`,
  },
  /** Limits of a disk in Mbit/s and in operations per second at once. */
  both_io_limits: {
    ofType: true,
    askedBy: (body) => {
      if (isLimit(body.io_read_mbitps) && isLimit(body.io_read_iops)) return 'io_read_iops'
      return isLimit(body.io_write_mbitps) && isLimit(body.io_write_iops) ? 'io_write_iops' : null
    },
    lacking: msg`limits disks by Mbit/s or by operations, not by both`,
    refusal: msg`the disk of a container is limited by Mbit/s or by operations per second, not by both: set one of them to -1`,
  },
  /** Disks in storages of the panel; containers are in the pool that LXD has on each node. */
  storages: {
    ofType: true,
    askedBy: () => null,
    lacking: msg`keeps containers in the pool of LXD`,
    refusal: msg`Containers are kept in the pool that LXD has on each node: storages are for virtual machines`,
  },
  /** Disks are read, and written when they are restored, one by one; backups of others are of all their files. */
  disk_export: {
    ofType: true,
    askedBy: () => null,
    lacking: msg`has no disks of containers that could be read`,
    refusal: msg`Containers are backed up and restored as a whole: single disks, their files, rehearsals and a start before the content is there are for virtual machines`,
  },
  /** Images made of VMs, and VMs made of these. */
  vm_image: {
    ofType: true,
    askedBy: () => null,
    lacking: msg`runs containers, which are not made of images of VMs`,
    refusal: msg`Images can only be made of virtual machines, and used for them`,
  },
  /** Snapshots with the memory of a running VM. */
  snapshot_ram: {
    ofType: true,
    askedBy: () => null,
    lacking: msg`keeps no memory of containers`,
    refusal: msg`The memory of a container cannot be kept: take the snapshot without it`,
  },
  rescue: {
    ofType: true,
    askedBy: () => null,
    lacking: msg`has no rescue systems for containers`,
    refusal: msg`Containers have no rescue mode: their files can be reached from the node`,
  },
  /** A drive for ISO images. */
  iso: {
    ofType: true,
    askedBy: () => null,
    lacking: msg`runs containers, which have no drive for ISO images`,
    refusal: msg`Containers have no drive for ISO images: they start from images of the catalogue only`,
  },
  process_number: {
    askedBy: (body) => limit(body, 'process_number'),
    lacking: msg`cannot limit processes`,
    refusal: msg`processes inside a VM cannot be limited: only -1 (no limit) is accepted`,
  },
  /** Limits of network traffic. */
  traffic: {
    askedBy: (body) => limit(body, 'net_in_mbitps', 'net_out_mbitps', 'net_bandwidth_mbitps'),
    lacking: msg`cannot limit network traffic`,
    refusal: msg`the nodes cannot limit network traffic, which takes tc (iproute2) and ifb, sch_tbf, sch_ingress, cls_u32 and act_mirred of their kernel; leave it out`,
  },
  /** TCP connections that are open at once. */
  tcp_connections: {
    askedBy: (body) => limit(body, 'tcp_connections_in', 'tcp_connections_out'),
    lacking: msg`cannot limit TCP connections`,
    refusal: msg`the nodes cannot limit TCP connections, which takes the modules nf_conntrack_bridge and nft_connlimit of their kernel; leave it out`,
  },
  /** Shares of the network among the VMs of a node. No hypervisor has them. */
  net_weight: {
    ofType: true,
    askedBy: (body) => limit(body, 'net_weight'),
    lacking: msg`has no network weights`,
    refusal: msg`network weights of VMs are not supported: limit VMs with net_in_mbitps and net_out_mbitps`,
  },
  /** Tells senders of packets that are not let through. */
  reject: {
    askedBy: ({ packet_rules }) => (packet_rules?.some(({ action }) => action === 'reject') ? 'packet_rules' : null),
    lacking: msg`cannot reject packets, only drop them`,
    refusal: msg`the kernel of the node cannot reject packets, which takes its module nft_reject_bridge: drop them`,
  },
} satisfies Record<string, Row>

export type Capability = keyof typeof table
export const capabilities = Object.keys(table) as Capability[]
export const isCapability = (text: string): text is Capability => Object.hasOwn(table, text)

const ofVms = [
  'host_cpu',
  'cpu_model',
  'nesting',
  'efi_boot',
  'secure_boot',
  'spice',
  'traffic',
  'reject',
  'tcp_connections',
] as const
/** The same on all nodes of virtual machines. */
const always = [
  'screen',
  'guest_agent',
  'more_disks',
  'weights',
  'both_io_limits',
  'disk_export',
  'vm_image',
  'snapshot_ram',
  'rescue',
  'storages',
  'iso',
] as const
const possible: Record<string, readonly Capability[]> = {
  kvm: [...ofVms, ...always],
  dummy: [...ofVms, ...always],
  lxd: ['nesting', 'process_number', 'traffic', 'reject', 'tcp_connections'],
}

/** What backups of VMs of this type hold. */
export const backupContentOf = (virtualization_type: string): BackupContent =>
  possibleCapabilities(virtualization_type).includes('disk_export') ? 'disk' : 'archive'

/** What the nodes of a cluster of this type can do at best. */
export const possibleCapabilities = (virtualization_type: string): readonly Capability[] =>
  possible[virtualization_type] ?? []

/** Whether something can be had in a cluster of this type whose nodes have these by themselves. */
export const isPossible = (capability: Capability, virtualization_type: string, own: readonly string[]): boolean =>
  possibleCapabilities(virtualization_type).includes(capability) &&
  ((table[capability] as Row).ofType === true || own.includes(capability))

/** Those of them that each node has or lacks by itself. */
export const ownCapabilities = (virtualization_type: string): Capability[] =>
  possibleCapabilities(virtualization_type).filter((one) => !(table[one] as Row).ofType)

/** What a VM asks for beyond what every node can, and by which field. */
export type Need = { capability: Capability; field: string }

/** What a new VM, or a change of one, needs wherever it runs. */
export function allNeedsOf(body: Asked): Need[] {
  return capabilities.flatMap((capability) => {
    const field = (table[capability] as Row).askedBy(body)
    return field === null ? [] : [{ capability, field }]
  })
}

/** Of that, what one node can have and another of the same type not. */
export const needsOf = (body: Asked): Need[] =>
  allNeedsOf(body).filter(({ capability }) => !(table[capability] as Row).ofType)

/** The first of the needs that a node does not meet, or null. */
export const unmetNeed = (has: readonly string[], needs: readonly Need[]): Need | null =>
  needs.find(({ capability }) => !has.includes(capability)) ?? null

/** Follows the name of a node. */
export const lackingMessage = (capability: Capability): Text => table[capability].lacking

/** Follows the name of the field that asks for it, where no node can do it. */
export const refusalMessage = (capability: Capability): Text => table[capability].refusal
