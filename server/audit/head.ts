import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { currentKeyId, isKnownKey, liveKeys } from '../db/secrets.ts'

/** How far the audit chain is sealed; `hash` and `mac` in hexadecimal digits. */
export type Head = { count: number; last_id: number; hash: string; mac: string }

const NAME = 'audit.head'
const stored = z.object({
  count: z.int().min(0),
  last_id: z.int().min(0),
  hash: z.string(),
  mac: z.string(),
  /**
   * Identifies the master key: the copy of a process that was not running during a change of the key is no longer
   * valid.
   */
  key: z.string().optional(),
})
const keys = () => liveKeys('audit head')

const macWith = (key: Buffer, { count, last_id, hash }: Omit<Head, 'mac'>): string =>
  createHmac('sha256', key).update(`${count}:${last_id}:${hash}`).digest('hex')

export const macOf = (head: Omit<Head, 'mac'>): string => macWith(keys()[0], head)

/** Whether a head was sealed with a key of this panel that is good now. */
export function isGenuine(head: Head): boolean {
  const given = Buffer.from(head.mac, 'hex')
  return keys().some((key) => {
    const wanted = Buffer.from(macWith(key, head), 'hex')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

/** The head in the database; null when the chain was never sealed. */
export async function readHead(pool: Pick<pg.Pool, 'query'>): Promise<Head | null> {
  const { rows } = await pool.query<Head>(
    `select count, last_id, encode(hash, 'hex') as hash, encode(mac, 'hex') as mac from audit_head where id = 1`,
  )
  return rows[0] ?? null
}

/** The copy in the data folder, which shows that a head was replaced by an older one; null when there is none. */
export function readCopy(dataDirectory: string): Head | null {
  try {
    const { key, ...head } = stored.parse(JSON.parse(readFileSync(path.join(dataDirectory, NAME), 'utf8')))
    return key === undefined || isKnownKey(key) ? head : null
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${path.join(dataDirectory, NAME)} cannot be read: ${(fault as Error).message}`)
  }
}

export function writeCopy(dataDirectory: string, { count, last_id, hash }: Omit<Head, 'mac'>) {
  const head = { count, last_id, hash, mac: macOf({ count, last_id, hash }), key: currentKeyId() }
  const file = path.join(dataDirectory, NAME)
  writeFileSync(`${file}.new`, `${JSON.stringify(head)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/**
 * Seals the head and its copy under the current master key, before the one of before is forgotten. One that is not genuine stays
 * as it is, so that it stays found.
 */
export async function resealHead(pool: Pick<pg.Pool, 'query'>, dataDirectory: string): Promise<void> {
  const copy = readCopy(dataDirectory)
  if (copy && isGenuine(copy) && copy.mac !== macOf(copy)) writeCopy(dataDirectory, copy)
  for (;;) {
    const head = await readHead(pool)
    if (!head || !isGenuine(head) || head.mac === macOf(head)) return
    // Another process may have sealed further meanwhile.
    await pool.query(`update audit_head set mac = decode($1, 'hex') where id = 1 and mac = decode($2, 'hex')`, [
      macOf(head),
      head.mac,
    ])
  }
}
