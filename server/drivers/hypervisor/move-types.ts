import type { DomainDisk, DomainSpec } from './domain-types.ts'

/** A disk of a domain on its way to another volume of the same node. */
export type DiskMove = {
  disk: DomainDisk
  /** Absolute path of the volume that it goes to, which is made. */
  to: string
  /** The new volume stands on the same image as the old one, where that stands on one; else it stands by itself. */
  keepsImage: boolean
  /** In bytes a second; null: as fast as it goes. */
  limit: number | null
}

/** A file that is copied into a new volume of the same node. */
export type VolumeCopy = {
  from: { path: string; format: 'qcow2' | 'raw' }
  to: { path: string; size_mib: number }
  keepsImage: boolean
  limit: number | null
  /**
   * Set where the file comes from people: then it has to be one that lies in one of these folders, refers to no other file, and is no
   * larger than the volume.
   */
  within?: readonly string[]
}

/** Told now and then; both in bytes, and `all` may grow while a guest writes. */
export type OnCopied = (done: number, all: number) => void

/** Which volume a domain has as its disk. */
export type Where = 'old' | 'new'

/** Moving disks between storages. */
export type DiskMoves = {
  /**
   * Copies a disk of a domain to its new volume and gives it that: a running domain goes on meanwhile, with what it writes in both volumes
   * until it changes over in one step. Its definition is `spec`, which names the new volume, afterwards. The old volume stays. A call that
   * was broken off may be repeated, and `dropMove` takes it back; the disk must have no captures and no checkpoints.
   */
  moveDisk(spec: DomainSpec, move: DiskMove, onCopied: OnCopied, signal: AbortSignal): Promise<void>
  /**
   * Ends a move that was broken off, also of another process. One that had changed over stays so: its definition names the new volume.
   * @returns which volume the domain has; the other one is gone when it has the old
   */
  dropMove(internalName: string, move: Pick<DiskMove, 'disk' | 'to'>, signal: AbortSignal): Promise<Where>
  /** Makes a volume from a file that is not written to; what an earlier attempt has left is begun anew. */
  copyVolume(copy: VolumeCopy, onCopied: OnCopied, signal: AbortSignal): Promise<void>
  /** Copies a small file, such as a seed, readable by its owner only; absent is refused. */
  copyFile(from: string, to: string, signal: AbortSignal): Promise<void>
}
