import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { type DummyFile, type GuestIdentity, isOn, type NodeState } from '../state.ts'
import { BLOCK, fingerprint, fitsBlock, isRaw } from './blocks.ts'

/** What the blocks of a disk hold that are not zeros, by their number. */
export type Content = Map<number, string>
type Image = Extract<DummyFile, { kind: 'image' }>
export type Volume = Extract<DummyFile, { kind: 'volume' }>

const mib = 1 << 20
/** Blocks that an image has, spread over its size. */
const IMAGE_BLOCKS = 24
const GUEST = 'guest:'
/** Of what guests and people write, the state keeps this much of a disk. */
const MAX_RAW_CHARS = 4 << 20

const identity = z.object({
  instance_id: z.string(),
  hostname: z.string(),
  passwords: z.record(z.string(), z.string()),
  networks: z.custom<GuestIdentity['networks']>((value) => typeof value === 'object' && value !== null),
  ssh_keys: z.record(z.string(), z.array(z.string())).optional(),
})

export function volumeAt(state: NodeState, path: string): Volume {
  const file = state.files[path]
  if (file?.kind !== 'volume') throw deviceRejected(msg`There is no disk at ${path} on the node`)
  return file
}

/** The guest on a disk: of the domain whose first disk it is, else the one it was copied or restored with. */
function guestOf(state: NodeState, path: string, file: Volume): GuestIdentity | undefined {
  const owner = Object.values(state.domains).find(({ spec }) => spec.disks[0]?.path === path)
  return owner?.guest ?? file.guest
}

/** What is in an image. */
export function imageContent({ sha256, virtual_mib }: Pick<Image, 'sha256' | 'virtual_mib'>): Content {
  const content: Content = new Map()
  const size = (virtual_mib * mib) / BLOCK
  const count = Math.min(IMAGE_BLOCKS, size - 1)
  for (let n = 0; n < count; n++)
    content.set(1 + Math.floor((n * (size - 1)) / count), `image:${sha256.slice(0, 16)}:${n}`)
  return content
}

/** The same as a disk of its own has it. */
export const blocksOf = (content: Content): Record<string, string> => Object.fromEntries(content)

/** What is on a disk at the moment. */
export function contentOf(state: NodeState, path: string): Content {
  const file = volumeAt(state, path)
  const image = file.backing === null ? undefined : state.files[file.backing]
  const content: Content = image?.kind === 'image' ? imageContent(image) : new Map()
  for (const [index, text] of Object.entries(file.blocks ?? {})) {
    if (text === '') content.delete(Number(index))
    else content.set(Number(index), text)
  }
  const guest = guestOf(state, path, file)
  if (guest) {
    const { scripts: _, ...kept } = guest
    const text = GUEST + JSON.stringify(kept)
    if (fitsBlock(text)) content.set(0, text)
  }
  return content
}

/** Writes blocks to a disk that no running domain has. @throws PanelError device_rejected */
export function writeContent(state: NodeState, path: string, written: Content): void {
  const file = volumeAt(state, path)
  const users = Object.values(state.domains).filter(({ spec }) => spec.disks.some((disk) => disk.path === path))
  if (users.some(isOn)) throw deviceRejected(msg`The disk is in use by a running VM`)
  const blocks = { ...file.blocks, ...Object.fromEntries(written) }
  const raw = Object.values(blocks).filter(isRaw)
  if (raw.reduce((sum, text) => sum + text.length, 0) > MAX_RAW_CHARS)
    throw deviceRejected(msg`A simulated disk keeps ${MAX_RAW_CHARS / mib} MiB of what is written to it`)
  const guest = guestIn(written.get(0))
  if (guest) {
    delete blocks[0]
    file.guest = guest
    for (const user of users) if (user.spec.disks[0]?.path === path) user.guest = structuredClone(guest)
  }
  file.blocks = blocks
}

function guestIn(text: string | undefined): GuestIdentity | null {
  if (!text?.startsWith(GUEST)) return null
  try {
    return identity.parse(JSON.parse(text.slice(GUEST.length)))
  } catch {
    return null
  }
}

/** From now on it is known what becomes different. */
export function mark(state: NodeState, path: string, checkpoint: string): void {
  const prints = [...contentOf(state, path)].map(([index, text]) => [index, fingerprint(text)])
  const file = volumeAt(state, path)
  file.checkpoints = { ...file.checkpoints, [checkpoint]: Object.fromEntries(prints) }
}

/** Numbers of the blocks that became different since; null: not known. */
export function changedSince(file: Volume, content: Content, checkpoint: string): Set<number> | null {
  const prints = file.checkpoints?.[checkpoint]
  if (!prints) return null
  const all = new Set([...content.keys(), ...Object.keys(prints).map(Number)])
  return new Set([...all].filter((n) => prints[n] !== (content.has(n) ? fingerprint(content.get(n) ?? '') : undefined)))
}

/** Drops the checkpoints of a disk but one. */
export function dropMarks(state: NodeState, path: string, keep: string | null): void {
  const file = state.files[path]
  if (file?.kind !== 'volume' || !file.checkpoints) return
  const kept = Object.entries(file.checkpoints).filter(([name]) => name === keep)
  if (kept.length > 0) file.checkpoints = Object.fromEntries(kept)
  else delete file.checkpoints
}
