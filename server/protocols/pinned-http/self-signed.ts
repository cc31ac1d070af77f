import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const time = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
// ecdsa-with-SHA256 and commonName
const signature = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const commonName = der(0x06, Buffer.from('550403', 'hex'))

/** A key and a certificate signed by itself (RFC 5280), as a controller makes them for itself when it first starts. */
export function selfSignedCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const from = Date.now() - 86_400_000
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    signature,
    subject,
    sequence(time(new Date(from)), time(new Date(from + 3_650 * 86_400_000))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signed = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  // No empty line at the end of full ones: OpenSSL would not read it.
  const certificate = sequence(body, signature, signed)
    .toString('base64')
    .replace(/.{64}(?!$)/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  }
}
