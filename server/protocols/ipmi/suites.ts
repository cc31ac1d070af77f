export type CipherSuite = {
  /** Number of the suite (IPMI 2.0, table 22-20). */
  id: number
  /** Numbers of the algorithms in that order (tables 13-17, 13-18, 13-19). */
  authentication: number
  integrity: number
  confidentiality: number
  hash: 'sha1' | 'sha256'
  /** Bytes of the integrity check value in RAKP message 4. */
  rakp4Length: number
  /** Bytes of the integrity code of a packet; 0: packets carry none. */
  integrityLength: number
  encrypts: boolean
}

const sha1 = { authentication: 1, hash: 'sha1', rakp4Length: 12 } as const
const sha256 = { authentication: 3, hash: 'sha256', rakp4Length: 16 } as const

/** Supported suites. 0 has no authentication, MD5 and RC4 are broken: they are absent on purpose. */
export const cipherSuites: readonly CipherSuite[] = [
  { id: 17, ...sha256, integrity: 4, integrityLength: 16, confidentiality: 1, encrypts: true },
  { id: 3, ...sha1, integrity: 1, integrityLength: 12, confidentiality: 1, encrypts: true },
  { id: 16, ...sha256, integrity: 4, integrityLength: 16, confidentiality: 0, encrypts: false },
  { id: 15, ...sha256, integrity: 0, integrityLength: 0, confidentiality: 0, encrypts: false },
]

/** Suites tried unless others are named, best first. 15 and 16 leave packets readable (15: forgeable): only when asked for. */
export const usualSuites: readonly number[] = [17, 3]

/** The suite with this number, or undefined when we do not speak it. */
export const cipherSuite = (id: number): CipherSuite | undefined => cipherSuites.find((suite) => suite.id === id)

/**
 * Numbers of the suites in the records of Get Channel Cipher Suites (IPMI 2.0, 22.15.2). Records of vendors are passed over;
 * a record that ends early ends the list.
 */
export function suiteNumbers(records: Buffer): number[] {
  const found: number[] = []
  let at = 0
  while (at < records.length) {
    const start = records[at]!
    if (start !== 0xc0 && start !== 0xc1) break
    const id = records[at + 1]
    if (id === undefined) break
    if (start === 0xc0) found.push(id)
    at += start === 0xc0 ? 2 : 5
    while (at < records.length && records[at]! < 0xc0) at++
  }
  return found
}

/** The record of a suite as controllers list it. */
export const suiteRecord = (suite: CipherSuite): Buffer =>
  Buffer.from([0xc0, suite.id, suite.authentication, 0x40 | suite.integrity, 0x80 | suite.confidentiality])
