import { createHash } from 'node:crypto'
import ssh2 from 'ssh2'
import { expect, test } from 'vitest'
import { fingerprint, generateKeyPair, parsePublicKey } from './keys.ts'

test('a new key pair belongs together and signs', () => {
  // Lengths of the parts vary with the comment, and with it the padding.
  for (let length = 0; length < 16; length++) {
    const comment = 'c'.repeat(length)
    const pair = generateKeyPair(comment)
    const secret = ssh2.utils.parseKey(pair.privateKey)
    const open = ssh2.utils.parseKey(pair.publicKey)
    if (secret instanceof Error) throw secret
    if (open instanceof Error) throw open
    expect(secret.getPublicSSH()).toEqual(open.getPublicSSH())
    expect(secret.comment).toBe(comment)
    expect(open.verify('text', secret.sign('text'))).toBe(true)
  }
})

test('two keys differ', () => {
  expect(generateKeyPair('a').privateKey).not.toBe(generateKeyPair('a').privateKey)
})

test('a fingerprint is that of OpenSSH', () => {
  const { publicKey } = generateKeyPair('x')
  const blob = Buffer.from(publicKey.split(' ')[1]!, 'base64')
  expect(fingerprint(blob)).toBe(`SHA256:${createHash('sha256').update(blob).digest('base64').slice(0, 43)}`)
})

test('only a bare public key line is a public key', () => {
  const { publicKey } = generateKeyPair('me@there')
  const [type, blob] = publicKey.split(' ')
  expect(parsePublicKey(publicKey)).toEqual({ type, blob, comment: 'me@there' })
  expect(parsePublicKey(`${type} ${blob}`)).toEqual({ type, blob, comment: '' })
  const others = [
    '',
    'ssh-ed25519',
    `command="id" ${publicKey}`,
    `${publicKey}\n${publicKey}`,
    `${publicKey}\n`,
    `ssh-rsa ${blob} lie`,
    `${type} ${blob?.slice(0, -8)}!!!!`,
    `${type} AAAA`,
    `from="*" ${type} ${blob}`,
    `${type} ${blob} evil\u0000`,
  ]
  for (const line of others) expect(parsePublicKey(line), JSON.stringify(line)).toBeNull()
})
