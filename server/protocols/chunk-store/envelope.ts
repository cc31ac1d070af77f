import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import { StoreError } from './errors.ts'
import type { StoreKeys } from './keys.ts'
import { isPacking, type Packing } from './packing.ts'

/*
 * What every file of a store is sealed in (AES-256-GCM):
 *   magic 8 · packing 1 · generation of the key 4 · nonce 12 · sealed · tag 16
 * The head and the name that the piece has are additional data: a piece that was put in another's place does not open.
 */
const HEAD = 25
const TAG = 16
const NONCE_AT = 13
/** Bytes that sealing adds. */
export const OVERHEAD = HEAD + TAG

/** What a piece is: eight characters at the beginning of its file. */
export type Magic = 'DHchunk1' | 'DHindex1' | 'DHstore1'

export type Envelope = { packing: Packing; body: Buffer }

const known = (magic: Magic, name: string) => Buffer.from(`${magic}\0${name}`, 'utf8')
const damaged = (name: string, cause?: unknown) =>
  new StoreError('damaged', msg`${name} is not what was written`, { cause })

/** Seals a piece under its name. */
export function seal(keys: StoreKeys, magic: Magic, name: string, { packing, body }: Envelope): Buffer {
  const head = Buffer.alloc(HEAD)
  head.write(magic, 'latin1')
  head[8] = packing
  head.writeUInt32BE(keys.generation, 9)
  randomBytes(12).copy(head, NONCE_AT)
  const cipher = createCipheriv('aes-256-gcm', dataKey(keys, keys.generation, name), head.subarray(NONCE_AT))
  cipher.setAAD(Buffer.concat([head, known(magic, name)]))
  const sealed = cipher.update(body)
  cipher.final()
  return Buffer.concat([head, sealed, cipher.getAuthTag()])
}

/**
 * Opens a piece.
 * @throws StoreError `damaged` when a bit of it is another or it belongs elsewhere
 */
export function open(keys: StoreKeys, magic: Magic, name: string, file: Buffer): Envelope {
  if (file.length < OVERHEAD || file.toString('latin1', 0, 8) !== magic) throw damaged(name)
  const head = file.subarray(0, HEAD)
  const packing = file[8]
  if (!isPacking(packing)) throw damaged(name)
  const key = dataKey(keys, file.readUInt32BE(9), name)
  const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(NONCE_AT))
  decipher.setAAD(Buffer.concat([head, known(magic, name)])).setAuthTag(file.subarray(file.length - TAG))
  const body = decipher.update(file.subarray(HEAD, file.length - TAG))
  try {
    decipher.final()
  } catch (cause) {
    throw damaged(name, cause)
  }
  return { packing, body }
}

function dataKey(keys: StoreKeys, generation: number, name: string): Uint8Array {
  const key = keys.data.get(generation)
  // A flipped bit of the head looks the same as a key of a later generation.
  if (!key) throw new StoreError('damaged', msg`${name} was sealed with a key that this location does not have`)
  return key
}
