/** Signs that are not mistaken for one another when they are read aloud or off a screen. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 *
 * A random password: 20 characters are 116 bits.
 * @param fill writes random bytes; the browser's own unless a test gives another
 */
export function makePassword(
  length = 20,
  fill: (bytes: Uint8Array) => void = (b) => crypto.getRandomValues(b),
): string {
  const bytes = new Uint8Array(length * 2)
  // Bytes beyond the last whole multiple would make the first signs likelier: they are thrown away.
  const most = 256 - (256 % SIGNS.length)
  let made = ''
  while (made.length < length) {
    fill(bytes)
    for (const byte of bytes) if (byte < most && made.length < length) made += SIGNS.charAt(byte % SIGNS.length)
  }
  return made
}
