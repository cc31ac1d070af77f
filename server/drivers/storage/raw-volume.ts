import { type PanelError, refused } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'

/** Size in bytes, and what sizes are rounded up to. */
export type RawSize = { bytes: number; step: number }

/**
 * A volume that is no file of the node, by the programs of its kind. Calls may be repeated. Throws `device_rejected` with their words when they
 * fail, also when something still uses the volume.
 */
export type RawVolume = {
  /** Null: it is not there. */
  size(signal: AbortSignal): Promise<RawSize | null>
  /** Makes one that is not there; it reads as zeros, whatever others had at its place before. */
  create(size_mib: number, signal: AbortSignal): Promise<void>
  /** What is new of it reads as zeros. One that is as large or larger stays as it is. */
  grow(size_mib: number, signal: AbortSignal): Promise<void>
  /** Gives it another name of the same place, where there is none of that. */
  rename(path: string, signal: AbortSignal): Promise<void>
  /** Absent is fine. */
  remove(signal: AbortSignal): Promise<void>
  /** Makes it usable on this node before a guest is started, where that takes something. */
  ready?(signal: AbortSignal): Promise<void>
}

/** Said of a volume that the panel has no driver for. */
export const noDriver = (path: string): PanelError =>
  refused(msg`The panel has no driver for the volume ${path.slice(0, 100)}`)

/** Whether a volume of so many bytes is the one that was made with so many MiB. */
export const isSized = ({ bytes, step }: RawSize, size_mib: number): boolean =>
  bytes === Math.ceil((size_mib * (1 << 20)) / step) * step
