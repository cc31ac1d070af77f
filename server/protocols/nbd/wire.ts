// Numbers of the NBD protocol (doc/proto.md of the nbd project).

export const GREETING = Buffer.from('NBDMAGICIHAVEOPT', 'latin1')
export const OPTION_MAGIC = Buffer.from('IHAVEOPT', 'latin1')
export const OPTION_REPLY_MAGIC = 0x0003e889045565a9n
export const REQUEST_MAGIC = 0x25609513
export const SIMPLE_REPLY_MAGIC = 0x67446698
export const STRUCTURED_REPLY_MAGIC = 0x668e33ef

/** Of the handshake: fixed newstyle, and no zeros after the old way to choose an export. */
export const handshakeFlag = { fixedNewstyle: 1, noZeroes: 2 } as const

export const option = {
  exportName: 1,
  abort: 2,
  list: 3,
  info: 6,
  go: 7,
  structuredReply: 8,
  listMetaContext: 9,
  setMetaContext: 10,
} as const

export const optionReply = { ack: 1, server: 2, info: 3, metaContext: 4 } as const
export const optionError = {
  unsupported: 0x80000001,
  invalid: 0x80000003,
  unknown: 0x80000006,
  tooBig: 0x80000009,
} as const
export const OPTION_ERROR = 0x80000000

export const info = { export: 0, blockSize: 3 } as const

/** What an export can do, in the answer to `go`. */
export const exportFlag = {
  hasFlags: 1,
  readOnly: 2,
  flush: 4,
  trim: 32,
  writeZeroes: 64,
  dontFragment: 128,
  multiConnection: 256,
} as const

export const command = {
  read: 0,
  write: 1,
  disconnect: 2,
  flush: 3,
  trim: 4,
  writeZeroes: 6,
  blockStatus: 7,
} as const

export const commandFlag = { noHole: 2, dontFragment: 4, requestOne: 8 } as const

export const chunk = { none: 0, data: 1, hole: 2, blockStatus: 5, error: 0x8001, errorOffset: 0x8002 } as const
export const CHUNK_ERROR = 0x8000
export const LAST_CHUNK = 1

export const errno = { notPermitted: 1, io: 5, invalid: 22, noSpace: 28, overflow: 75, notSupported: 95 } as const

/** Bits of an extent in the context `base:allocation`. */
export const allocation = { hole: 1, zero: 2 } as const
/** The bit of an extent in a context `qemu:dirty-bitmap:…`. */
export const DIRTY = 1

export const REQUEST_BYTES = 28
/** Names of exports and contexts are at most this long. */
export const MAX_NAME = 4096
/** What one request to read or write may carry: all servers take it, and QEMU no more than 32 MiB. */
export const MAX_PAYLOAD = 4 << 20
/** Extents in one answer; QEMU gives no more. */
export const MAX_EXTENTS = 1 << 17

/** A stretch of a disk with what a context says about it. */
export type Extent = { length: number; flags: number }

export const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
export const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
export const u64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
/** A text with its length before it. */
export const counted = (text: string) => {
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([u32(bytes.length), bytes])
}
