import { createSecureContext } from 'node:tls'
import { expect, test } from 'vitest'
import { selfSignedCertificate } from './self-signed.ts'

test('certificates of every length are read by TLS', () => {
  for (let length = 1; length <= 48; length++) {
    const certificate = selfSignedCertificate('n'.repeat(length))
    expect(() => createSecureContext(certificate)).not.toThrow()
  }
})
