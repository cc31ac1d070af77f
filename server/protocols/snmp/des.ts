import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import snmp, { type PrivacyAlgorithm } from 'net-snmp'

// OpenSSL 3 has single DES only in its legacy provider, which Node does not load. Triple DES with three equal keys is single DES.
const cipherName = 'des-ede3-cbc'
const block = 8

function keys(password: string, authProtocol: string, engineID: Buffer, salt: Buffer) {
  const localized = snmp.Authentication.passwordToKey(authProtocol, password, engineID)
  const key = localized.subarray(0, block)
  const iv = Buffer.alloc(block)
  for (let i = 0; i < block; i += 1) iv[i] = (localized[block + i] ?? 0) ^ (salt[i] ?? 0)
  return { key: Buffer.concat([key, key, key]), iv }
}

/** CBC-DES privacy of RFC 3414, 8. */
const des: Pick<PrivacyAlgorithm, 'encryptPdu' | 'decryptPdu'> = {
  encryptPdu(pdu, _privProtocol, password, authProtocol, engine) {
    const salt = Buffer.concat([Buffer.from([0, 0, 0, 1]), randomBytes(4)])
    const { key, iv } = keys(password, authProtocol, engine.engineID, salt)
    const padded = Buffer.alloc(Math.ceil(pdu.length / block) * block)
    pdu.copy(padded)
    const cipher = createCipheriv(cipherName, key, iv).setAutoPadding(false)
    return { encryptedPdu: Buffer.concat([cipher.update(padded), cipher.final()]), msgPrivacyParameters: salt }
  },
  decryptPdu(pdu, _privProtocol, salt, password, authProtocol, engine) {
    if (salt.length !== block) throw new Error('The DES salt must have 8 bytes')
    const { key, iv } = keys(password, authProtocol, engine.engineID, salt)
    const decipher = createDecipheriv(cipherName, key, iv).setAutoPadding(false)
    return Buffer.concat([decipher.update(pdu), decipher.final()])
  },
}

/** Lets net-snmp speak DES with OpenSSL 3. May be called again. */
export function installDes(): void {
  const algorithm = snmp.Encryption.algorithms[snmp.PrivProtocols.des ?? '']
  if (algorithm) Object.assign(algorithm, des)
}
