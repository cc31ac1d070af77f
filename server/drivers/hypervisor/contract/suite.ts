import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Capability } from '../../../domain/node/capabilities.ts'
import type { ErrorCode } from '../../../domain/shared/errors.ts'
import type { Holds } from '../../../protocols/image-content/content.ts'
import type { Accelerator, DomainEvent, DomainSpec } from '../domain-types.ts'
import type { ImageSource } from '../image-types.ts'
import type { NodeConnection, NodeTarget } from '../types.ts'

/** What a driver's tests must tell the suite about the node it runs against. */
export type HypervisorContractEnv = {
  target: NodeTarget
  /** Directory on the node that belongs to the suite; it makes it. */
  folder: string
  bridge: string
  /** What the probe must find. */
  accelerator: Accelerator
  /** What VMs can have there, as the node itself must find it: at least these. */
  capabilities: Capability[]
  /** Whether VMs of this type have screens. */
  hasScreen: boolean
  /** Whether a VM grows while it runs within the room it was started with, or to any size. */
  grows: 'within_room' | 'freely'
  /** Whether the node says how long a VM's disk operations took, and counts what comes from its own memory. */
  timesDisks: boolean
  /** Whether disks stand on the image that they were made of. */
  standsOnImages: boolean
  /** Whether disks are read and written for backups; else all of a container is, as an archive. */
  exportsDisks: boolean
  /** A bootable image, at least 4 KiB; `open` of the source is the suite's own. */
  image: { bytes: Buffer; sha256: string; disk_mib: number; holds: Holds }
  guest: {
    user: string
    /** Last output of the serial port before sign-in. */
    loginPrompt: RegExp
    /** Last output of it after sign-in. */
    shellPrompt: RegExp
    bootMs: number
  }
  /** Targets that must be refused, and in which words. */
  refusals: { what: string; target: NodeTarget; code: ErrorCode; words: RegExp }[]
  /** Makes the node fall silent, and brings it back; absent when nothing can. */
  silence?: { begin: () => Promise<void>; end: () => Promise<void> }
}

/** What the parts of the suite share; each leaves to the next what it has made. */
export type Suite = {
  env: HypervisorContractEnv
  connect: (target: NodeTarget) => Promise<NodeConnection>
  /** Made before the first test. */
  node: NodeConnection
  /** What the node pushed, until `forget`. */
  events: DomainEvent[]
  forget: () => void
  /** Offsets at which the source of the image was opened. */
  opened: number[]
  source: (overrides?: Partial<ImageSource>) => ImageSource
  /** Waits for pushed events, never asks. */
  seen: (wanted: Partial<DomainEvent>) => Promise<void>
  spec: DomainSpec
  seed: Record<'meta-data' | 'user-data' | 'network-config', string>
  /** Of the guest, by the seed. */
  password: string
  /** Path of a file in the suite's folder. */
  at: (file: string) => string
}

export const name = 'vm_contract'

/** A buffer in pieces, and then perhaps a failure. */
export function* chunks(bytes: Buffer, end?: Error): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  if (end) throw end
}

/** Begins, and never goes on. */
export async function* stalled(bytes: Buffer, onStall: () => void): AsyncGenerator<Buffer> {
  yield bytes
  onStall()
  await new Promise(() => {})
}

/** Collects what a stream says from now on; the function waits until all of it since the last match ends as expected. */
export function listen(stream: Duplex): (wanted: RegExp, withinMs: number) => Promise<string> {
  let text = ''
  stream.on('data', (data: Buffer) => {
    text += data.toString('latin1')
  })
  return async (wanted, withinMs) => {
    const deadline = AbortSignal.timeout(withinMs)
    while (!wanted.test(text)) {
      await once(stream, 'data', { signal: deadline }).catch(() => {
        throw new Error(`Expected ${wanted} within ${withinMs} ms, got ${JSON.stringify(text.slice(-400))}`)
      })
    }
    const all = text
    text = ''
    return all
  }
}
