import { createHmac, timingSafeEqual } from 'node:crypto'
import { liveKeys } from '../../../db/secrets.ts'

const HOURS = 12
const PURPOSE = 'recording view'

/** What says that an opening of a recording stands in the audit: who may read which one, until when. */
export function makePass(recording: number, account: number): string {
  const until = Date.now() + HOURS * 3_600_000
  const [key] = liveKeys(PURPOSE)
  return `${until}.${sign(key, recording, account, until).toString('base64url')}`
}

export function isPass(pass: string, recording: number, account: number): boolean {
  const [until = '', signature = ''] = pass.split('.')
  const given = Buffer.from(signature, 'base64url')
  if (!(Number(until) > Date.now())) return false
  return liveKeys(PURPOSE).some((key) => {
    const due = sign(key, recording, account, Number(until))
    return given.length === due.length && timingSafeEqual(given, due)
  })
}

const sign = (key: Buffer, recording: number, account: number, until: number) =>
  createHmac('sha256', key).update(`${recording} ${account} ${until}`).digest()
