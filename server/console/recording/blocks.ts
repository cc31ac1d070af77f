import { MAX_CHUNK } from './format.ts'

/** So many screens may be busy at once; what is more is written in little pieces. */
const BLOCKS = 64
/** Without a busy recording for so long, the memory is given back. */
const KEEP_MS = 60_000

/** Memory that begins at a page: the system takes no other past its cache. */
let free: Buffer[] | null = null
let lent = 0
let forget: NodeJS.Timeout | undefined

/** Memory of WebAssembly begins at a page. What is not used takes no room, so what was given back last is lent first. */
function make(): Buffer[] {
  const { buffer } = new WebAssembly.Memory({ initial: (BLOCKS * MAX_CHUNK) / 65_536 })
  return Array.from({ length: BLOCKS }, (_, i) => Buffer.from(buffer, i * MAX_CHUNK, MAX_CHUNK))
}

/** Lends room for a chunk, of which all recordings of the process have 64 mebibytes; null when they are in use. */
export function lendBlock(): Buffer | null {
  clearTimeout(forget)
  free ??= make()
  const block = free.pop() ?? null
  if (block) lent++
  return block
}

export function returnBlock(block: Buffer): void {
  free?.push(block)
  if (--lent > 0) return
  forget = setTimeout(() => {
    free = null
  }, KEEP_MS).unref()
}
