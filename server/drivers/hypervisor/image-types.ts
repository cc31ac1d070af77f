import type { Readable } from 'node:stream'
import type { Holds } from '../../protocols/image-content/content.ts'
import type { DiskToRead } from './backup-types.ts'
import type { UtilityBoot } from './utility-types.ts'

/** A disk that becomes an image. */
export type ImageRequest = {
  disk: DiskToRead
  /** Where the image goes on the node. */
  to: string
  /** As for `exportDisks`. */
  scratch: string
  floor_mib: number
  /** Clears it in a utility guest before it is whole; see `clearDisk`. Absent: nothing is taken out. */
  clear?: UtilityBoot
}

/** An image that was made: compressed, read-only, and of no other file. */
export type MadeImage = {
  size_bytes: number
  sha256: string
  /** Size of the disk that is made of it. */
  size_mib: number
  /** Whether file systems were frozen for the moment; null for a domain that is off, or when an earlier attempt has made it. */
  frozen: boolean | null
}

export type ImageSource = {
  /** Where the image goes on the node. */
  path: string
  size_bytes: number
  sha256: string
  /** What it has to be: looked at on the node before anything uses it. */
  holds: Holds
  /** Opens the source at a byte offset, so that a broken transfer goes on where it stopped. */
  open: (offset: number, signal: AbortSignal) => Promise<Readable>
}

/** Images on a node: brought to it, or made of its disks. */
export type Images = {
  /**
   * Brings an image to the node once: resumes, verifies the checksum, then makes it read-only. Refused: another checksum, another
   * image at its path, one that is not what it should hold (`Holds`), too little space. `onProgress` gets bytes on the node, about every MiB.
   */
  putImage(image: ImageSource, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void>
  /**
   * Removes an image with what an unfinished transfer has left of it; absent is fine. It stays when volumes in one of `folders` stand
   * on it.
   * @returns the paths of these volumes
   */
  deleteImage(
    image: Pick<ImageSource, 'path' | 'sha256'>,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]>

  /**
   * Makes an image of a disk as it is at one moment, also while its domain runs, which goes on (its file systems are frozen for that moment
   * when its agent answers). One that is there is kept; what an earlier attempt has left otherwise is begun anew. `onProgress` gets
   * percent. Refused: too little room, and another export of this domain that is under way.
   */
  makeImage(
    internalName: string | null,
    request: ImageRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<MadeImage>
  /** Ends what an image that was broken off has left: its export and its files. */
  dropMadeImage(internalName: string | null, request: ImageRequest, signal: AbortSignal): Promise<void>
}
