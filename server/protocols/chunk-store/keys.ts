import { hkdfSync, randomBytes } from 'node:crypto'

/** Bytes of a root key. */
export const ROOT_BYTES = 32

/** Keys of one location. Plain bytes, so that threads can be given them. */
export type StoreKeys = {
  /** Names chunks (HMAC-SHA-256). It never changes: equal content would get other names. */
  id: Uint8Array
  /** Seals what is written from now on. */
  generation: number
  /** Keys that open what was sealed, by generation. */
  data: ReadonlyMap<number, Uint8Array>
}

const derive = (root: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', root, Buffer.alloc(0), `datahall backup ${purpose}`, 32))

/** A new random root. */
export const newRoot = (): Buffer => randomBytes(ROOT_BYTES)

/**
 * Keys of a location from its root (HKDF, RFC 5869).
 * @param generation of the data key that seals, from 1; those before it still open
 * @throws RangeError when the root has another length
 */
export function storeKeys(root: Uint8Array, generation = 1): StoreKeys {
  if (root.length !== ROOT_BYTES) throw new RangeError(`A root has ${ROOT_BYTES} bytes`)
  const generations = Array.from({ length: generation }, (_, n) => n + 1)
  return {
    id: derive(root, 'id key'),
    generation,
    data: new Map(generations.map((n) => [n, derive(root, `data key ${n}`)])),
  }
}
