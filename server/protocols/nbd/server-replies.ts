import { chunk, type Extent, LAST_CHUNK, SIMPLE_REPLY_MAGIC, STRUCTURED_REPLY_MAGIC, u16, u32, u64 } from './wire.ts'

/** What came of a request; `error` is an errno of the protocol. */
export type Reply =
  | { error: number }
  | { done: true }
  | { data: Buffer }
  | { zeros: number }
  | { lists: { id: number; extents: readonly Extent[] }[] }

export const simpleReply = (cookie: bigint, error: number): Buffer[] => [
  Buffer.concat([u32(SIMPLE_REPLY_MAGIC), u32(error), u64(cookie)]),
]

const head = (cookie: bigint, type: number, length: number, last: boolean) =>
  Buffer.concat([u32(STRUCTURED_REPLY_MAGIC), u16(last ? LAST_CHUNK : 0), u16(type), u64(cookie), u32(length)])

export const errorReply = (cookie: bigint, error: number): Buffer[] => [
  head(cookie, chunk.error, 6, true),
  u32(error),
  u16(0),
]

/** A part that is zeros, without them. */
export const holeReply = (cookie: bigint, offset: number, length: number): Buffer[] => [
  head(cookie, chunk.hole, 12, true),
  u64(offset),
  u32(length),
]

export const readReplyParts = (cookie: bigint, offset: number, data: Buffer): Buffer[] =>
  data.length === 0
    ? [head(cookie, chunk.none, 0, true)]
    : [head(cookie, chunk.data, 8 + data.length, true), u64(offset), data]

export const blockStatusReply = (cookie: bigint, lists: { id: number; extents: readonly Extent[] }[]): Buffer[] =>
  lists.map(({ id, extents }, n) => {
    const body = Buffer.allocUnsafe(4 + 8 * extents.length)
    body.writeUInt32BE(id, 0)
    for (const [i, { length, flags }] of extents.entries()) {
      body.writeUInt32BE(length, 4 + 8 * i)
      body.writeUInt32BE(flags, 8 + 8 * i)
    }
    return Buffer.concat([head(cookie, chunk.blockStatus, body.length, n === lists.length - 1), body])
  })
