import type { Readable } from 'node:stream'

/** A file that is to be in a location, named by its content. */
export type Artefact = {
  /** In hexadecimal, small letters. */
  sha256: string
  bytes: number
  /** Where the control host could fetch it itself; null: only the panel can read it. */
  url: string | null
  /** Reads it from an offset in bytes on, through the panel. */
  open(offset: number, signal: AbortSignal): Promise<Readable>
}

/** The files of a location, which its web server gives to servers that boot: `/a/<sha256>`. */
export type LocationStore = {
  /**
   * Brings a file there: into a part first, from where an earlier attempt stopped, and under its name only when its sum was seen to be
   * right. One that is there is looked through.
   * @param onProgress gets the bytes that are there
   * @throws PanelError in words that tell the causes apart
   */
  put(artefact: Artefact, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void>
  /** Takes a file away, with what an unfinished attempt has left of it; one that is not there is as good. */
  drop(sha256: string, signal: AbortSignal): Promise<void>
  /** What is there: whole files, and what unfinished attempts have left of others. */
  list(signal: AbortSignal): Promise<{ sha256: string; bytes: number; whole: boolean }[]>
}
