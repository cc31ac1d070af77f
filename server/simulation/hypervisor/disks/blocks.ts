import { createCipheriv, createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Simulated disks consist of blocks of this many bytes; what a block holds is known by a short text. */
export const BLOCK = 65_536
const MARK = Buffer.from('dhblock\0', 'latin1')
const ZERO = Buffer.alloc(BLOCK)
const RAW = 'raw:'

/** The bytes of a block: the text itself, then noise that follows from it. '' is zeros. */
export function renderBlock(text: string): Buffer {
  if (text === '') return ZERO
  if (text.startsWith(RAW))
    return inflateRawSync(Buffer.from(text.slice(RAW.length), 'base64'), { maxOutputLength: BLOCK })
  const written = Buffer.from(text, 'utf8')
  const head = Buffer.alloc(MARK.length + 4)
  MARK.copy(head)
  head.writeUInt32BE(written.length, MARK.length)
  const noise = createCipheriv('aes-256-ctr', createHash('sha256').update(text).digest(), Buffer.alloc(16))
  const rest = noise.update(ZERO.subarray(0, BLOCK - head.length - written.length))
  return Buffer.concat([head, written, rest])
}

/** Texts that are longer do not fit into a block. */
export const fitsBlock = (text: string): boolean => Buffer.byteLength(text) <= BLOCK - MARK.length - 4

/** The text of a block that was written: of one of ours its own, of any other its bytes. */
export function readBlock(bytes: Buffer): string {
  if (bytes.equals(ZERO)) return ''
  if (bytes.subarray(0, MARK.length).equals(MARK)) {
    const length = bytes.readUInt32BE(MARK.length)
    const text = length < BLOCK ? bytes.toString('utf8', MARK.length + 4, MARK.length + 4 + length) : ''
    if (text !== '' && fitsBlock(text) && renderBlock(text).equals(bytes)) return text
  }
  return `${RAW}${deflateRawSync(bytes).toString('base64')}`
}

export const isRaw = (text: string): boolean => text.startsWith(RAW)

/** Tells contents apart in little room. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
