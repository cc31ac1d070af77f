import { cleanLatin } from '../bytes.ts'

const sixBit = (bytes: Buffer): string => {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held |= byte << bits
    bits += 8
    while (bits >= 6) {
      text += String.fromCharCode(0x20 + (held & 0x3f))
      held >>= 6
      bits -= 6
    }
  }
  return text.trim()
}

const bcdPlus = (bytes: Buffer): string =>
  [...bytes]
    .flatMap((byte) => [byte >> 4, byte & 0x0f])
    .map((digit) => '0123456789 -.???'[digit])
    .join('')
    .trim()

/** Text by the two type bits of a type/length byte (IPMI 2.0, 43.15; FRU 1.0, 13): binary becomes hexadecimal digits. */
export function typedText(typeLength: number, bytes: Buffer, unicodeType: boolean): string {
  switch (typeLength >> 6) {
    case 0:
      // In sensor records this type is Unicode, which no one was seen to use; in FRU fields it is binary.
      return unicodeType ? cleanLatin(bytes) : bytes.toString('hex')
    case 1:
      return bcdPlus(bytes)
    case 2:
      return sixBit(bytes)
    default:
      return cleanLatin(bytes)
  }
}
