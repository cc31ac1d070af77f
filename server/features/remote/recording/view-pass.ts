import { timingSafeEqual } from 'node:crypto'
import { fingerprint } from '../../../db/secrets.ts'

const HOURS = 12

/** What says that an opening of a recording stands in the audit: who may read which one, until when. */
export function makePass(recording: number, account: number): string {
  const until = Date.now() + HOURS * 3_600_000
  return `${until}.${sign(recording, account, until).toString('base64url')}`
}

export function isPass(pass: string, recording: number, account: number): boolean {
  const [until = '', signature = ''] = pass.split('.')
  const given = Buffer.from(signature, 'base64url')
  const due = sign(recording, account, Number(until))
  return Number(until) > Date.now() && given.length === due.length && timingSafeEqual(given, due)
}

const sign = (recording: number, account: number, until: number) =>
  fingerprint('recording view', `${recording} ${account} ${until}`)
