import { createCipheriv } from 'node:crypto'

/** VNC authentication reverses the bits of every key byte before it goes into DES (RFC 6143, 7.2.2). */
const reverseBits = (byte: number): number => {
  let out = 0
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) out |= 0x80 >> bit
  return out
}

/**
 * The answer to a VNC authentication challenge (RFC 6143, 7.2.2). Only the first 8 bytes of the password count.
 * Single DES is gone from OpenSSL 3; triple DES with the same key three times is the same function.
 * @param challenge 16 bytes
 * @returns 16 bytes
 */
export function vncResponse(password: string, challenge: Uint8Array): Buffer {
  const key = Buffer.alloc(8)
  Buffer.from(password, 'utf8').copy(key, 0, 0, 8)
  const reversed = key.map(reverseBits)
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([reversed, reversed, reversed]), null)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(challenge), cipher.final()])
}
