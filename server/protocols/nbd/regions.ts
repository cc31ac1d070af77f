import type { NbdClient } from './client.ts'
import { MAX_SPAN } from './client.ts'
import { allocation, DIRTY, type Extent, MAX_PAYLOAD } from './wire.ts'

export const ALLOCATION = 'base:allocation'
const BITMAP = 'qemu:dirty-bitmap:'
/** Name of the context that tells what has changed. */
export const bitmapContext = (name: string): string => `${BITMAP}${name}`

/** A stretch of a disk, in bytes. */
export type Region = {
  offset: number
  length: number
  /** Reads as zeros, by what the server says. */
  zero: boolean
  /** Since the parent; true of everything where there is no bitmap. */
  changed: boolean
}

/** Extents, taken from the front by their bytes. */
class Walk {
  readonly #extents: readonly Extent[]
  #index = 0
  #used = 0

  constructor(extents: readonly Extent[]) {
    this.#extents = extents
  }

  /** Bytes of the first extent that are left; 0 at the end. */
  get left(): number {
    const first = this.#extents[this.#index]
    return first ? first.length - this.#used : 0
  }

  get flags(): number {
    return this.#extents[this.#index]?.flags ?? 0
  }

  take(length: number): void {
    this.#used += length
    if (this.left > 0) return
    this.#index++
    this.#used = 0
  }
}

/** What a disk consists of, from front to back and without gaps. Alike neighbours are joined. */
export async function* regions(client: NbdClient, signal: AbortSignal): AsyncGenerator<Region> {
  const bitmap = client.contexts.find((one) => one.startsWith(BITMAP))
  const hasMap = client.contexts.includes(ALLOCATION)
  let open: Region | null = null
  let offset = 0
  while (offset < client.size) {
    const span = Math.min(MAX_SPAN, client.size - offset)
    const status =
      client.contexts.length > 0 ? await client.blockStatus(offset, span, signal) : new Map<string, Extent[]>()
    const walk = (name: string | undefined) =>
      new Walk((name !== undefined && status.get(name)) || [{ length: span, flags: 0 }])
    const [map, dirty] = [walk(hasMap ? ALLOCATION : undefined), walk(bitmap)]
    while (map.left > 0 && dirty.left > 0) {
      const length = Math.min(map.left, dirty.left)
      const zero = hasMap && (map.flags & allocation.zero) !== 0
      const next: Region = { offset, length, zero, changed: bitmap === undefined || (dirty.flags & DIRTY) !== 0 }
      map.take(length)
      dirty.take(length)
      offset += length
      if (open && open.zero === next.zero && open.changed === next.changed) open.length += length
      else {
        if (open) yield open
        open = next
      }
    }
  }
  if (open) yield open
}

/** A piece of fixed size of a disk; the last may be shorter. */
export type Piece = { index: number; offset: number; length: number } & (
  | { kind: 'zero' }
  /** `zero`: all of it reads as zeros, as an area does that a disk has grown by. */
  | { kind: 'unchanged'; zero: boolean }
  | { kind: 'data'; data: Buffer }
)

export type PieceOptions = {
  /** Bytes of a piece: at most 4 MiB. */
  pieceBytes: number
  /** Pieces that are read ahead. */
  depth: number
  /** Before each piece is asked for. `quiet` resolves when nothing is being read any more. */
  before?: ((quiet: () => Promise<unknown>, signal: AbortSignal) => Promise<void>) | undefined
  signal: AbortSignal
}

/**
 * A disk in pieces of fixed size, in order. A piece is unchanged when all of it is, and read as a whole otherwise: what the server calls
 * zeros is not asked for. Up to `depth` pieces are held.
 */
export async function* pieces(client: NbdClient, options: PieceOptions): AsyncGenerator<Piece> {
  const { pieceBytes, depth, before, signal } = options
  if (pieceBytes < 1 || pieceBytes > MAX_PAYLOAD) throw new RangeError(`Pieces of ${pieceBytes} bytes cannot be read`)
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const ahead: Promise<Piece>[] = []
  try {
    for await (const plan of plans(client, pieceBytes, either)) {
      if (plan.changed && plan.data.length > 0) await before?.(() => Promise.allSettled(ahead), either)
      const reading = readPiece(client, plan, either)
      reading.catch(() => {})
      ahead.push(reading)
      if (ahead.length >= depth) yield await ahead.shift()!
    }
    while (ahead.length > 0) yield await ahead.shift()!
  } finally {
    stop.abort(new Error('Nothing more is read'))
  }
}

type Plan = {
  index: number
  offset: number
  length: number
  changed: boolean
  data: { offset: number; length: number }[]
}

/** Regions cut into pieces. */
async function* plans(client: NbdClient, pieceBytes: number, signal: AbortSignal): AsyncGenerator<Plan> {
  const fresh = (index: number): Plan => {
    const offset = index * pieceBytes
    return { index, offset, length: Math.min(pieceBytes, client.size - offset), changed: false, data: [] }
  }
  let plan = fresh(0)
  for await (const region of regions(client, signal)) {
    const end = region.offset + region.length
    for (let at = region.offset; at < end; ) {
      const length = Math.min(end, plan.offset + plan.length) - at
      plan.changed ||= region.changed
      // Whether it changed or not: a piece is read as a whole.
      if (!region.zero) addData(plan, at, length)
      at += length
      if (at < plan.offset + plan.length) continue
      yield plan
      if (at < client.size) plan = fresh(plan.index + 1)
    }
  }
}

/** More small stretches cost more than the zeros between them. */
const MAX_STRETCHES = 8

function addData(plan: Plan, offset: number, length: number): void {
  const last = plan.data.at(-1)
  if (last && offset < last.offset + last.length) return
  if (last && offset === last.offset + last.length) last.length += length
  else if (plan.data.length < MAX_STRETCHES) plan.data.push({ offset, length })
  else plan.data = [{ offset: plan.offset, length: plan.length }]
}

async function readPiece(client: NbdClient, plan: Plan, signal: AbortSignal): Promise<Piece> {
  const { index, offset, length } = plan
  const zero = plan.data.length === 0
  if (!plan.changed) return { index, offset, length, kind: 'unchanged', zero }
  if (zero) return { index, offset, length, kind: 'zero' }
  const [only] = plan.data
  if (only?.length === length)
    return { index, offset, length, kind: 'data', data: await client.read(offset, length, signal) }
  const data = Buffer.alloc(length)
  const parts = plan.data.map(async (part) => {
    const read = await client.read(part.offset, part.length, signal)
    read.copy(data, part.offset - offset)
  })
  await Promise.all(parts)
  return { index, offset, length, kind: 'data', data }
}
