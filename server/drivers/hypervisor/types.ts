import type { Duplex, Readable } from 'node:stream'
import type { Capability } from '../../domain/node/capabilities.ts'
import type { ScriptType } from '../../domain/recipe/kinds.ts'
import type { Text } from '../../shared/text.ts'
import type { LocationFiles } from '../backup-location/types.ts'
import type { Exclusively } from '../storage/exclusive.ts'
import type { NodeStorage, StoragePlace } from '../storage/types.ts'
import type { DiskExports } from './backup-types.ts'
import type {
  Accelerator,
  Capture,
  DiskCopy,
  DomainDisk,
  DomainEvent,
  DomainInfo,
  DomainLimits,
  DomainSizes,
  DomainSpec,
  InterfaceSpec,
  Waiting,
} from './domain-types.ts'
import type { DomainStats, GuestFileSystem, NodeCounters, NodeUsage } from './figure-types.ts'
import type { Images } from './image-types.ts'
import type { DiskMoves } from './move-types.ts'
import type { PacketCounters } from './packet-types.ts'
import type { ServedVolumes } from './served-types.ts'
import type { UtilityGuests } from './utility-types.ts'

/** Where a node is and how to get in. Secrets live here only in memory; nothing logs a target. */
export type NodeTarget = {
  address: string
  port: number
  username: string
  auth: { password: string } | { privateKey: string }
  /** Pinned fingerprint as OpenSSH prints it (`SHA256:…`); null on first contact: any key is taken and reported. */
  hostKey: string | null
  /** How changes are kept apart that several nodes could make at once, such as of disks that they share. Absent: they are not. */
  exclusively?: Exclusively
}

export type NodeInterface = {
  name: string
  type: 'eth' | 'bond' | 'bridge'
  mac: string
  up: boolean
  slaves: string[]
  /** Addresses with prefix length: `192.0.2.1/24`. */
  v4: string[]
  v6: string[]
  gateway_v4: string | null
  gateway_v6: string | null
}

/** What runs the guests; null for what the node does not need. */
export type HypervisorVersions = {
  libvirt_version: string | null
  qemu_version: string | null
  lxd_version: string | null
}

export type NodeFacts = HypervisorVersions & {
  hostname: string
  os_name: string
  kernel: string
  cpu_model: string
  cpu_number: number
  ram_mib: number
  interfaces: NodeInterface[]
}

/**
 * Files of a seed: `meta-data`, `user-data`, `network-config` of cloud-init's NoCloud, or those of an OpenStack configuration drive
 * (`openstack/latest/…`), as Windows reads them.
 */
export type SeedFiles = Record<string, string>

export type VolumeSpec = {
  path: string
  size_mib: number
  /** A read-only image below a copy-on-write clone; null makes an empty volume. */
  backing: { path: string; format: 'qcow2' | 'raw' } | null
  /** The volume gets the content of the image, and does not stand on it. */
  copied?: boolean
  /** It stands on what the panel serves (`serveVolumes`) until all of that is in it (`pullVolume`); without an image. */
  served?: boolean
}

/** A script that runs inside a guest. */
export type GuestScript = {
  /** Names the run inside the guest: 32 hexadecimal digits, hard to guess. */
  token: string
  /** What it is written for; `shell` when absent. */
  type?: ScriptType
  /** The first line of a shell script may name the interpreter (`#!`); `/bin/sh` otherwise. PowerShell is the one of Windows. */
  script: string
  /** Its environment beside what the system has: PATH, HOME and LANG where it is Linux. Values never become part of the script or of a command line. */
  environment: Readonly<Record<string, string>>
}

/** Whole lines of an authorized_keys file. */
export type KeyChange = { add: readonly string[]; remove: readonly string[] }

export type GuestScriptReading = {
  /** `lost`: neither running nor ended, as after a kill from elsewhere. */
  state: 'running' | 'ended' | 'lost'
  /** Of a script that has ended; 128 and the signal's number when it was killed. In Windows also negative. */
  exit_code: number | null
  /** What it has written since the offset, whole lines while it runs, without control characters. */
  output: string
  /** Offset of the next reading, in bytes. */
  next: number
}

/** Work on disks, each kind described in a file of its own. */
type DiskWork = DiskExports & DiskMoves & Images & ServedVolumes & UtilityGuests

/**
 * One persistent connection to one node. Every call takes an abort signal, throws `device_unreachable` when the node does not
 * answer and `device_rejected` when it refuses, and may be repeated: asking for what already is, is a no-op.
 */
export type NodeConnection = DiskWork & {
  /** Fingerprint of the key the node showed (`SHA256:…`). */
  readonly hostKey: string
  /** Settles when the connection is over, with the cause, or null after `close()`. */
  readonly closed: Promise<Error | null>
  close(): void

  /** Operating system and its version, refused in words when it is none we can drive. */
  checkOs(signal: AbortSignal): Promise<{ os_name: string; kernel: string }>
  /** What runs the guests: versions; `device_rejected` with what to install when it is missing or not running. */
  checkHypervisor(signal: AbortSignal): Promise<HypervisorVersions>
  /** Boots something: capabilities lie. */
  probeAccelerator(signal: AbortSignal): Promise<Accelerator>
  /** What VMs can have here beyond what all nodes give, of a node that runs its guests as `accelerator` says. */
  capabilities(accelerator: Accelerator, signal: AbortSignal): Promise<Capability[]>
  facts(signal: AbortSignal): Promise<NodeFacts>
  /** Current load; storage is that of the file system which holds `path`. */
  usage(path: string, signal: AbortSignal): Promise<NodeUsage>
  /** Adds a public key line (type, key, comment; no options) to the account's authorized keys, once. */
  authorizeKey(publicKey: string, signal: AbortSignal): Promise<void>
  /** Makes the directories the panel uses, with safe modes. */
  ensureDirectories(paths: string[], signal: AbortSignal): Promise<void>

  domains(signal: AbortSignal): Promise<DomainInfo[]>
  domain(internalName: string, signal: AbortSignal): Promise<DomainInfo | null>
  /** One call for all domains, however many there are. */
  stats(signal: AbortSignal): Promise<DomainStats[]>
  /** Counters of the node itself, read at once. */
  counters(signal: AbortSignal): Promise<NodeCounters>
  /**
   * File systems of a running guest, as it reports them itself: at most 32, the largest first. Empty when it answers but does not say.
   * `device_rejected` with the value `guest_agent` when its agent does not answer.
   */
  guestFileSystems(internalName: string, signal: AbortSignal): Promise<GuestFileSystem[]>
  /**
   * Pushed by the node, never polled. Returns the way to stop listening. A state may come twice, and events that came before the
   * connection was made are not repeated: ask `domains` first. Listening to a node without libvirt is no error.
   */
  onDomainEvent(listener: (event: DomainEvent) => void): () => void

  defineDomain(spec: DomainSpec, signal: AbortSignal): Promise<void>
  /**
   * Makes packet filters and traffic limits (`net_…`) of a domain what is given, at once also while it runs: packets that may
   * pass before and after are not lost meanwhile. Filters hold before a domain starts; limits need its interfaces, so call it
   * after the start as well. A domain the node does not know needs none.
   */
  setNetworkRules(
    internalName: string,
    interfaces: readonly InterfaceSpec[],
    limits: DomainLimits,
    signal: AbortSignal,
  ): Promise<void>
  /** Zeros, and no rules, for a domain without packet filters. */
  packetCounters(internalName: string, signal: AbortSignal): Promise<PacketCounters>
  /**
   * Defines a domain anew, and gives it the size, weights and disk limits of the definition at once as far as it takes them while it
   * runs: processors and memory up to the room it was started with, less memory when the guest gives it back.
   * @returns what waits for the next start; of a domain that is off nothing
   */
  changeDomain(spec: DomainSpec, signal: AbortSignal): Promise<Waiting[]>
  /**
   * Defines a domain anew, and gives it the interfaces of the definition at once while it runs: filters and limits hold before an
   * interface carries traffic, one that goes is cut off first. An interface is known by its MAC; another model takes it out and puts it in again.
   * @returns null, or why the rest waits for the next start, in the hypervisor's or the guest's terms; of a domain that is off null
   * @throws `device_rejected` when it could not start with them either, as without the bridge
   */
  changeInterfaces(spec: DomainSpec, signal: AbortSignal): Promise<Text | null>
  /**
   * Defines a domain anew, and gives it the disks of the definition at once while it runs: a disk is known by its file, and their order is
   * that of the next start. One that goes is asked back from the guest.
   * @returns null, or why the rest waits for the next start, in the hypervisor's or the guest's terms; of a domain that is off null
   * @throws `device_rejected` when it could not start with them either, as without the file
   */
  changeDisks(spec: DomainSpec, signal: AbortSignal): Promise<Text | null>
  /**
   * Defines a domain anew, and gives the drive for media what the definition says at once while it runs. A guest that has locked the drive
   * loses the medium all the same.
   * @returns null, or why it waits for the next start: a domain that was started without the drive; of one that is off null
   * @throws `device_rejected` when the node lacks the file
   */
  changeMedium(spec: DomainSpec, signal: AbortSignal): Promise<Text | null>
  /** Read from the hypervisor; null for a domain the node does not know. */
  domainSizes(internalName: string, signal: AbortSignal): Promise<DomainSizes | null>
  /** A paused domain counts as started. */
  startDomain(internalName: string, signal: AbortSignal): Promise<void>
  /** Asks the guest to power off; resolves when it is off, or `device_rejected` when it is not within `graceMs`. */
  shutdownDomain(internalName: string, graceMs: number, signal: AbortSignal): Promise<void>
  /** Cuts power. Like `shutdownDomain` and `undefineDomain`, a no-op for a domain the node does not know. */
  destroyDomain(internalName: string, signal: AbortSignal): Promise<void>
  /**
   * Forgets the definition with packet filters, saved state, snapshots' metadata and firmware variables; disks stay. Refused
   * while it runs. What a definition that failed has left is removed as well.
   */
  undefineDomain(internalName: string, signal: AbortSignal): Promise<void>
  /**
   * Puts another installation in the place of a domain that is off: nothing of its definition is kept, and its disks are those of
   * `spec`. Repeatable wherever it was broken off.
   */
  replaceDomain(spec: DomainSpec, signal: AbortSignal): Promise<void>
  /**
   * Changes the password of a user inside the running guest, through its agent; `device_rejected` with the value `guest_agent`
   * when that does not answer, as it does not while the guest boots.
   */
  setGuestPassword(internalName: string, user: string, password: string, signal: AbortSignal): Promise<void>
  /**
   * Lines of the authorized_keys of a user inside the running guest, through its agent: at most 1000, as the guest has them.
   * `device_rejected` with the value `guest_agent` when the agent does not answer, `guest_keys` when it cannot do this.
   */
  guestSshKeys(internalName: string, user: string, signal: AbortSignal): Promise<string[]>
  /** Adds and removes whole lines there, everything else stays; throws as above. */
  changeGuestSshKeys(internalName: string, user: string, change: KeyChange, signal: AbortSignal): Promise<void>
  /**
   * Starts a script inside the running guest, as root or SYSTEM, through its agent; a no-op when this run was started before. Refused
   * before anything runs: PowerShell in a guest that is not Windows, and a shell script in one that is.
   * `device_rejected` with the value `guest_agent` when the agent does not answer, as for passwords, and in other words when it
   * does not run programs.
   */
  startGuestScript(internalName: string, script: GuestScript, signal: AbortSignal): Promise<void>
  /** How far a script is, and at most 64 KiB of its output from an offset on; `device_rejected` when the guest knows no such run. */
  readGuestScript(internalName: string, token: string, offset: number, signal: AbortSignal): Promise<GuestScriptReading>
  /** Kills a script that still runs, with what it started, and removes all that the run has left in the guest. Repeatable. */
  endGuestScript(internalName: string, token: string, signal: AbortSignal): Promise<void>
  /**
   * Defines a domain anew, and gives a running one the SPICE password of the definition at once.
   * @returns whether what else the definition says of SPICE waits for the next start; of a domain that is off false
   */
  changeSpice(spec: DomainSpec, signal: AbortSignal): Promise<boolean>
  /** Port of the SPICE server on the node's loopback; null for a domain that is off or was started without SPICE. */
  spicePort(internalName: string, signal: AbortSignal): Promise<number | null>
  /**
   * Asks the agent of a running guest whether it is there, and plugs its channel in anew when it is silent. Repeatable.
   * @throws `device_rejected` for a domain that is off
   */
  repairGuestAgent(internalName: string, signal: AbortSignal): Promise<AgentRepair>
  setVncPassword(internalName: string, password: string, signal: AbortSignal): Promise<void>
  /** The end of what the hypervisor itself has logged about a domain, at most 64 KiB; '' when there is nothing. */
  hypervisorLog(internalName: string, signal: AbortSignal): Promise<string>
  /**
   * The end of what the guest has written to its first serial port, at most 64 KiB, over starts and crashes; null when the node
   * keeps no log of it: it was not started since it was defined, or defined before nodes kept them. `undefineDomain` removes the log.
   */
  consoleLog(internalName: string, signal: AbortSignal): Promise<string | null>

  /** A storage as this node has it. @throws PanelError `refused` where VMs are not kept in storages of the panel */
  storage(place: StoragePlace): NodeStorage
  /** A qcow2 volume. Refused when something else is at its path, or the backing image is larger. */
  createVolume(volume: VolumeSpec, signal: AbortSignal): Promise<void>
  /**
   * Grows a disk, at once also while its domain runs; one that is as large or larger stays as it is. The guest sees the new size, what
   * it makes of it is its own business.
   * @returns the size in MiB that is read back, and the hypervisor's text when the running domain did not take it over
   */
  growDisk(
    internalName: string,
    disk: DomainDisk,
    size_mib: number,
    signal: AbortSignal,
  ): Promise<{ size_mib: number; why: string | null }>
  /** Size of a disk in MiB as the hypervisor has it. */
  diskSize(internalName: string, disk: DomainDisk, signal: AbortSignal): Promise<number>
  /**
   * Copies disks of a domain as all of them are at one moment, also while it runs: then its file systems are frozen for that moment
   * when its agent answers. Copies that are all there are kept; what an earlier attempt has left otherwise is begun anew. A copy made
   * of a domain that is off stands on the same image as the disk.
   * @returns whether the file systems were frozen; null for a domain that is off
   */
  copyDisks(internalName: string, copies: readonly DiskCopy[], signal: AbortSignal): Promise<{ frozen: boolean | null }>
  /** Ends what a copy that was broken off has left: its job, frozen file systems, and files. */
  dropCopies(internalName: string, copies: readonly DiskCopy[], signal: AbortSignal): Promise<void>
  /**
   * Keeps the state that all disks of a capture have at one moment, beside the present one. With memory the domain has to run, stands
   * still while its memory is written, and goes on; without, `freeze` has its file systems frozen for that moment when its agent
   * answers. What is whole already is kept; what an earlier attempt has left otherwise is begun anew.
   * @returns whether the file systems were frozen; null when they did not have to be, or it is not known any more
   */
  captureDisks(
    internalName: string,
    capture: Capture,
    freeze: boolean,
    signal: AbortSignal,
  ): Promise<{ frozen: boolean | null }>
  /**
   * Gives one disk of a domain that is off the state and the size that it had in a capture; what was written since is lost, and so is
   * what tracked changes of the disk. Captures stay. @returns the size in MiB that is read back
   */
  revertDisk(internalName: string, name: string, disk: DomainDisk, signal: AbortSignal): Promise<number>
  /** Removes a capture, whole or broken off; the present state stays. A domain that one has left standing still goes on. */
  dropCapture(internalName: string, capture: Capture, signal: AbortSignal): Promise<void>
  /** Has a domain that is `stalled` try again; others are left alone. It stands still again when its disks still fail. */
  continueDomain(internalName: string, signal: AbortSignal): Promise<void>
  /** Lets a domain that is off go on with the memory of a capture; its disks have to be those of the same capture. One that runs is left alone. */
  resumeDomain(internalName: string, memory: string, signal: AbortSignal): Promise<void>
  /**
   * Makes a bridge that lets no packet pass: not to the node, to no network and not between its interfaces. What is plugged into it has a
   * link all the same. Its name is of `isolatedBridge`. Repeatable.
   */
  makeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void>
  /** Removes it; absent is fine. */
  removeIsolatedBridge(bridge: string, signal: AbortSignal): Promise<void>
  /** Removes one file; absent is fine. */
  deleteFile(path: string, signal: AbortSignal): Promise<void>
  /** Writes an ISO 9660 image labelled `cidata`, or `config-2` for a configuration drive. */
  writeSeed(path: string, files: SeedFiles, signal: AbortSignal): Promise<void>
  /** Content of a file of the node from an offset on, until its end. Destroying it is how one leaves. */
  openFile(path: string, offset: number, signal: AbortSignal): Promise<Readable>

  /**
   * Raw RFB bytes of the domain's VNC server, before its handshake. This and the serial stream end with `close` when the
   * domain stops or the connection is lost, without an `error`; destroying them is how one leaves.
   */
  openVnc(internalName: string, signal: AbortSignal): Promise<Duplex>
  /** A TCP connection from the node to an address, such as one of a guest on its bridges. */
  openTcp(address: string, port: number, signal: AbortSignal): Promise<Duplex>
  /** Raw bytes of one connection to the domain's SPICE server, before its link; it takes several at once. */
  openSpice(internalName: string, signal: AbortSignal): Promise<Duplex>
  /**
   * The domain's first serial port. There is one reader: the last that opens it has it, the previous one sees `close`.
   */
  openSerial(internalName: string, signal: AbortSignal): Promise<Duplex>
}

/**
 * What became of a guest's agent. `answers`: it did before; `replugged`: it does since its channel was plugged in anew; `silent`: it does
 * not all the same; `held`: the channel could not be plugged in anew while the guest runs.
 */
export type AgentRepair = { found: 'answers' | 'replugged' | 'silent' | 'held' }

export type HypervisorDriver = {
  id: 'kvm' | 'lxd' | 'dummy'
  label: string
  /**
   * Connects and signs in. Distinct words for: unreachable, not SSH, wrong password or key, changed host key.
   * Hypervisor checks come later (`checkHypervisor`), so a node without libvirt still connects.
   */
  connect(target: NodeTarget, signal: AbortSignal): Promise<NodeConnection>
  /**
   * Files below a folder of a node, as a store of backups keeps them there; whoever asks closes them. They have connections of their own,
   * so that bulk holds up nothing else on the node. The folder need not be there, but what it is in.
   * @throws PanelError as `connect`
   */
  openFolder(target: NodeTarget, path: string, signal: AbortSignal): Promise<LocationFiles>
}
