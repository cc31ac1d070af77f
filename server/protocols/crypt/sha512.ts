import { createHash, randomBytes } from 'node:crypto'

const ROUNDS = 5000
const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** How the bytes of the digest are put together, three to four characters. */
const ORDER = Array.from({ length: 21 }, (_, n) => {
  const at = [n, 21 + n, 42 + n]
  // Each triple begins one further than the one before.
  return [at[n % 3], at[(n + 1) % 3], at[(n + 2) % 3]] as [number, number, number]
})

const sha512 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha512')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** So many bytes of a digest that begins again where it ends. */
const stretched = (digest: Buffer, length: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(length / digest.length) }, () => digest)).subarray(0, length)

/**
 * A password as systems keep it in /etc/shadow: crypt(5), method SHA-512 with 5000 rounds (Ulrich Drepper, "Unix crypt using SHA-256 and SHA-512").
 * Takes about ten milliseconds.
 * @param salt 16 characters of the alphabet of crypt; random unless given
 */
export function sha512Crypt(password: string, salt: string = newSalt()): string {
  const key = Buffer.from(password, 'utf8')
  const seed = Buffer.from(salt, 'latin1')
  const alternate = sha512(key, seed, key)
  const parts: Buffer[] = [key, seed, stretched(alternate, key.length)]
  for (let length = key.length; length > 0; length >>= 1) parts.push(length & 1 ? alternate : key)
  let digest = sha512(...parts)
  const keyBytes = stretched(sha512(...Array.from({ length: key.length }, () => key)), key.length)
  const seedBytes = stretched(sha512(...Array.from({ length: 16 + (digest[0] ?? 0) }, () => seed)), seed.length)
  for (let round = 0; round < ROUNDS; round++) {
    const odd = (round & 1) === 1
    digest = sha512(
      odd ? keyBytes : digest,
      ...(round % 3 ? [seedBytes] : []),
      ...(round % 7 ? [keyBytes] : []),
      odd ? digest : keyBytes,
    )
  }
  return `$6$${salt}$${encode(digest)}`
}

const newSalt = (): string => [...randomBytes(16)].map((byte) => ALPHABET[byte & 63]).join('')

function encode(digest: Buffer): string {
  const byte = (at: number) => digest[at] ?? 0
  const groups = ORDER.map(([high, middle, low]) => four((byte(high) << 16) | (byte(middle) << 8) | byte(low), 4))
  return groups.join('') + four(byte(63), 2)
}

/** The lowest six bits come first. */
const four = (bits: number, count: number): string =>
  Array.from({ length: count }, (_, n) => ALPHABET[(bits >> (6 * n)) & 63]).join('')
