import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

const keyType = 'ssh-ed25519'

function sshString(value: string | Buffer): Buffer {
  const data = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, data])
}

/**
 * A new ed25519 key: `privateKey` in OpenSSH's own format without passphrase, `publicKey` as an authorized_keys line.
 * Format: PROTOCOL.key of OpenSSH; public part: RFC 8709.
 */
export function generateKeyPair(comment: string): { privateKey: string; publicKey: string } {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const seed = Buffer.from(jwk.d ?? '', 'base64url')
  const point = Buffer.from(jwk.x ?? '', 'base64url')
  const publicBlob = Buffer.concat([sshString(keyType), sshString(point)])
  const check = randomBytes(4)
  const secret = Buffer.concat([
    check,
    check,
    sshString(keyType),
    sshString(point),
    sshString(Buffer.concat([seed, point])),
    sshString(comment),
  ])
  // Padded with 1, 2, 3 … to the block size, which is 8 without a cipher.
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, i) => i + 1))
  const count = Buffer.from([0, 0, 0, 1])
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    sshString('none'),
    sshString('none'),
    sshString(''),
    count,
    sshString(publicBlob),
    sshString(Buffer.concat([secret, padding])),
  ])
  const lines = body.toString('base64').match(/.{1,70}/g) ?? []
  return {
    privateKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`,
    publicKey: `${keyType} ${publicBlob.toString('base64')} ${comment}`,
  }
}

/** Fingerprint of a public key blob as OpenSSH prints it: `SHA256:` and unpadded base64. */
export function fingerprint(blob: Buffer): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}

const publicKeyLine =
  /^(ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) ([A-Za-z0-9+/]{16,8192}={0,2})(?: ([\x20-\x7e]{0,256}))?$/

/** Splits one authorized_keys line without options; null when it is anything else (options would grant more than a key). */
export function parsePublicKey(line: string): { type: string; blob: string; comment: string } | null {
  const match = publicKeyLine.exec(line)
  if (!match?.[1] || !match[2]) return null
  const inner = Buffer.from(match[2], 'base64')
  if (inner.length < 4 || inner.toString('latin1', 4, 4 + inner.readUInt32BE(0)) !== match[1]) return null
  return { type: match[1], blob: match[2], comment: match[3] ?? '' }
}
