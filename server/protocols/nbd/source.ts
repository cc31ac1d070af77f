import type { Extent } from './wire.ts'

/** What an NBD server serves. Offsets and lengths are in bytes and lie within the size. */
export type NbdSource = {
  /** In bytes. */
  size: number
  /** @returns exactly `length` bytes */
  read(offset: number, length: number, signal: AbortSignal): Promise<Buffer>
  /**
   * What is known without reading, by the name of the context (`base:allocation` and others): extents from `offset` on, at least one,
   * at most for `length`. A context that is absent here is not offered.
   */
  contexts?: Readonly<Record<string, (offset: number, length: number) => Extent[]>>
  /** Absent: the disk is read-only. */
  write?(offset: number, data: Buffer, signal: AbortSignal): Promise<void>
  writeZeroes?(offset: number, length: number, signal: AbortSignal): Promise<void>
  flush?(signal: AbortSignal): Promise<void>
}
