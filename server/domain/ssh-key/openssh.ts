import { msg, type Text } from '../../shared/text.ts'

/** Key types of OpenSSH we take, with the check of what follows the type in the blob (RFC 4253, 5656, 8709; PROTOCOL.u2f). */
const checks: Record<string, (fields: Uint8Array[]) => Text | null> = {
  'ssh-ed25519': ([key]) => (key?.length === 32 ? null : msg`an Ed25519 key has 32 bytes`),
  'sk-ssh-ed25519@openssh.com': ([key, application]) =>
    key?.length === 32 && application ? null : msg`it is incomplete`,
  'ssh-rsa': ([exponent, modulus]) => {
    if (!exponent || !modulus) return msg`it is incomplete`
    const bits = bitLength(modulus)
    return bits < 2048 || bits > 16_384 ? msg`an RSA key has 2048 to 16384 bits, this one ${bits}` : null
  },
  'ecdsa-sha2-nistp256': (fields) => curvePoint(fields, 'nistp256', 65),
  'ecdsa-sha2-nistp384': (fields) => curvePoint(fields, 'nistp384', 97),
  'ecdsa-sha2-nistp521': (fields) => curvePoint(fields, 'nistp521', 133),
  'sk-ecdsa-sha2-nistp256@openssh.com': (fields) =>
    fields[2] ? curvePoint(fields.slice(0, 2), 'nistp256', 65) : msg`it is incomplete`,
}

const fieldCount: Record<string, number> = {
  'ssh-ed25519': 1,
  'sk-ssh-ed25519@openssh.com': 2,
  'sk-ecdsa-sha2-nistp256@openssh.com': 3,
}

export type KeyVerdict = { ok: true; key: string } | { ok: false; reason: Text }

/**
 * Checks one line of a public key as `ssh-keygen` writes it: `type base64 [comment]`. Options before the type (`command="…"`)
 * are refused, and so is everything that could start a second line. Answers the line with single spaces.
 */
export function checkPublicKey(text: string): KeyVerdict {
  const reject = (reason: Text): KeyVerdict => ({ ok: false, reason })
  const line = text.trim()
  if (line.length > 8192) return reject(msg`it is longer than 8192 characters`)
  if (/PRIVATE KEY/.test(line)) return reject(msg`this is a private key: keep it secret, and enter the public key`)
  if (/\p{Cc}/u.test(line)) return reject(msg`it has to be one line`)
  const [type = '', body = '', ...comment] = line.split(/ +/)
  const check = Object.hasOwn(checks, type) ? checks[type] : undefined
  if (!check) return reject(msg`it has to begin with the type of the key, for example ssh-ed25519, without options`)
  const fields = readFields(body)
  if (!fields || fields.length < 2) return reject(msg`it is incomplete or not valid Base64`)
  const [name, ...rest] = fields as [Uint8Array, ...Uint8Array[]]
  if (new TextDecoder().decode(name) !== type)
    return reject(msg`its content does not match the key type at its beginning`)
  const fault = rest.length === (fieldCount[type] ?? 2) ? check(rest) : msg`it is incomplete, or something follows it`
  return fault ? reject(fault) : { ok: true, key: [type, body, ...comment].join(' ') }
}

function curvePoint([curve, point]: Uint8Array[], name: string, size: number): Text | null {
  if (!curve || new TextDecoder().decode(curve) !== name) return msg`its curve is not ${name}`
  return point?.length === size && point[0] === 4 ? null : msg`its point is not on the curve`
}

/** Bits of a positive multiple-precision integer (RFC 4251, section 5). */
function bitLength(integer: Uint8Array): number {
  const from = integer.findIndex((byte) => byte !== 0)
  if (from < 0 || ((integer[0] as number) & 0x80) !== 0) return 0
  return (integer.length - from - 1) * 8 + (32 - Math.clz32(integer[from] as number))
}

/** Length-prefixed fields of a key's blob; null when they do not fill it exactly. */
function readFields(base64: string): Uint8Array[] | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return null
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  const fields: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return null
    const length = view.getUint32(at)
    at += 4
    if (length > bytes.length - at) return null
    fields.push(bytes.subarray(at, at + length))
    at += length
  }
  return fields
}
