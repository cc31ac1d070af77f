import type { LocationFiles } from '../backup-location/types.ts'
import type { Exclusively } from '../storage/exclusive.ts'
import type { DiskExports } from './backup-types.ts'
import type { Captures } from './capture-types.ts'
import type { Consoles } from './console-types.ts'
import type { Definitions } from './definition-types.ts'
import type { Guests } from './guest-types.ts'
import type { Images } from './image-types.ts'
import type { DiskMoves } from './move-types.ts'
import type { NodeSystem } from './node-types.ts'
import type { Power } from './power-types.ts'
import type { Readings } from './reading-types.ts'
import type { ServedVolumes } from './served-types.ts'
import type { UtilityGuests } from './utility-types.ts'
import type { Volumes } from './volume-types.ts'

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

/** Calls about domains, each kind described in a file of its own. */
type DomainWork = Readings & Definitions & Power & Guests & Consoles

/** Work on disks, each kind described in a file of its own. */
type DiskWork = Volumes & Captures & DiskExports & DiskMoves & Images & ServedVolumes & UtilityGuests

/**
 * One persistent connection to one node. Every call takes an abort signal, throws `device_unreachable` when the node does not
 * answer and `device_rejected` when it refuses, and may be repeated: asking for what already is, is a no-op.
 */
export type NodeConnection = NodeSystem &
  DomainWork &
  DiskWork & {
    /** Fingerprint of the key the node showed (`SHA256:…`). */
    readonly hostKey: string
    /** Settles when the connection is over, with the cause, or null after `close()`. */
    readonly closed: Promise<Error | null>
    close(): void
  }

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
