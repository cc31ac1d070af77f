import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { u32 } from './bytes.ts'
import type { CipherSuite } from './suites.ts'

/**
 * What both sides have exchanged by the end of RAKP message 2 (IPMI 2.0, 13.28 to 13.31, names of the specification in
 * brackets).
 */
export type KeyExchange = {
  suite: CipherSuite
  /** Session ids chosen by the console (SIDm) and by the controller (SIDc). */
  consoleId: number
  controllerId: number
  /** Random numbers of 16 bytes (Rm, Rc). */
  consoleRandom: Buffer
  controllerRandom: Buffer
  /** GUIDc, 16 bytes. */
  guid: Buffer
  /** Requested privilege and the bit for looking up by name alone (ROLEm). */
  role: number
  username: string
}

export type SessionKeys = { sessionKey: Buffer; integrityKey: Buffer; cipherKey: Buffer }

const maxPassword = 20

/** The user's key: the password in 20 bytes, zeros behind it (Kuid). */
export function userKey(password: string): Buffer {
  const key = Buffer.alloc(maxPassword)
  Buffer.from(password, 'utf8').copy(key)
  return key
}

/** Whether a password fits into a key. */
export const fitsKey = (password: string): boolean => Buffer.byteLength(password) <= maxPassword

const hmac = (suite: CipherSuite, key: Buffer | KeyObject, ...parts: Buffer[]): Buffer => {
  const hash = createHmac(suite.hash, key)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const roleAndName = ({ role, username }: KeyExchange): Buffer => {
  const name = Buffer.from(username, 'utf8')
  return Buffer.concat([Buffer.from([role, name.length]), name])
}

/** Key exchange authentication code of RAKP message 2 (13.31). */
export const rakp2Code = (at: KeyExchange, key: Buffer): Buffer =>
  hmac(
    at.suite,
    key,
    u32(at.consoleId),
    u32(at.controllerId),
    at.consoleRandom,
    at.controllerRandom,
    at.guid,
    roleAndName(at),
  )

/** Key exchange authentication code of RAKP message 3 (13.31). */
export const rakp3Code = (at: KeyExchange, key: Buffer): Buffer =>
  hmac(at.suite, key, at.controllerRandom, u32(at.consoleId), roleAndName(at))

/** Integrity check value of RAKP message 4 (13.31), cut to the suite's length. */
export const rakp4Code = (at: KeyExchange, sessionKey: Buffer): Buffer =>
  hmac(at.suite, sessionKey, at.consoleRandom, u32(at.controllerId), at.guid).subarray(0, at.suite.rakp4Length)

/**
 * Session integrity key and what follows from it (13.31, 13.32): SIK, K1, and the first 16 bytes of K2.
 * @param key Kg of the channel where one is set, otherwise the user's key
 */
export function sessionKeys(at: KeyExchange, key: Buffer): SessionKeys {
  const sessionKey = hmac(at.suite, key, at.consoleRandom, at.controllerRandom, roleAndName(at))
  return {
    sessionKey,
    integrityKey: hmac(at.suite, sessionKey, Buffer.alloc(20, 1)),
    cipherKey: hmac(at.suite, sessionKey, Buffer.alloc(20, 2)).subarray(0, 16),
  }
}

/** The integrity code over the session part of a packet (13.28.4). */
export const integrityCode = (suite: CipherSuite, key: KeyObject, covered: Buffer): Buffer =>
  hmac(suite, key, covered).subarray(0, suite.integrityLength)

/** Compares codes in a time that does not tell where they differ. */
export const sameCode = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
