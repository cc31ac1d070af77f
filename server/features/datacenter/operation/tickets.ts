import { createHash, randomBytes } from 'node:crypto'

/** A word that nobody guesses: 43 characters of base64url. */
export const newTicket = (): string => randomBytes(32).toString('base64url')
/** The key of a session: 64 hexadecimal digits. */
export const newKey = (): string => randomBytes(32).toString('hex')

/** What is stored of tickets and keys, by which they are found: 256 random bits need no salt. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
