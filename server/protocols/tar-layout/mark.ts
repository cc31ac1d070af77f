import { BLOCK } from './header.ts'

/*
 * What stands in a laid out archive beside its own bytes: blocks of which an archive's header is none.
 *   gap: so many zeros follow, then an entry        rest: all that follows is the archive's own, whatever it looks like
 */
const MAGIC = Buffer.from('\0datahall-mark\0\0', 'latin1')
const REST = 2 ** 48 - 1

export const startsAsMark = (block: Buffer): boolean => block.subarray(0, MAGIC.length).equals(MAGIC)

function markOf(value: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  MAGIC.copy(block)
  block.writeUIntBE(value, MAGIC.length, 6)
  return block
}

export const gapMark = (zeros: number): Buffer => markOf(zeros)
export const restMark = (): Buffer => markOf(REST)

/** What a block says. @returns null for one that is no mark */
export function readMark(block: Buffer): { gap: number } | 'rest' | null {
  if (block.length < BLOCK || !startsAsMark(block)) return null
  const value = block.readUIntBE(MAGIC.length, 6)
  return value === REST ? 'rest' : { gap: value }
}
