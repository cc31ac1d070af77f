import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

// Cheap on purpose: these are the passwords of guests that do not exist.
const cost = { N: 1024, r: 8, p: 1 }

export function hashPassword(password: string): string {
  const salt = randomBytes(12)
  return `${salt.toString('base64')}$${scryptSync(password, salt, 24, cost).toString('base64')}`
}

export function isPassword(password: string, hash: string): boolean {
  const [salt = '', digest = ''] = hash.split('$')
  const wanted = Buffer.from(digest, 'base64')
  return wanted.length === 24 && timingSafeEqual(scryptSync(password, Buffer.from(salt, 'base64'), 24, cost), wanted)
}
