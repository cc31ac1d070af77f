import ipaddr from 'ipaddr.js'
import { db } from '../db/pool.ts'
import { fingerprint } from '../db/secrets.ts'
import { SPRAYING, sprayingWait } from './spraying.ts'

/** Free tries; after that every further one has to wait longer than the one before. */
const FREE = 5
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 15 * 60
/** Failures are forgotten this long after the last wait was over. */
const MEMORY_SECONDS = 15 * 60
/** How long a network counts as one its owner comes from. */
export const KNOWN_NETWORK_DAYS = 90

/** Seconds to wait after so many failures, from the last of them on. */
export const waitAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(failures - FREE, 10))

/** The network an address belongs to, as far as guessing is concerned: /24 of IPv4, /48 of IPv6. */
export function networkOf(ip: string): string {
  const address = ipaddr.process(ip)
  const bits = address.kind() === 'ipv4' ? 24 : 48
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)
  return `${network}/${bits}`
}

/** What is counted for one try: who is tried, from which network, the account with the network or browser, and what all such tries share. */
export type Subjects = { who: string; network: string; pair: string; all: string | null }

/**
 * @param who what identifies the account to the person trying; equal whether there is such an account or not
 * @param device a browser that the account knows: its failures are counted wherever it is, and failures from other browsers do not count for it
 */
export function subjectsOf(scope: 'password' | 'code', who: string, ip: string, device: string | null): Subjects {
  const name = `${scope}:${fingerprint('sign-in failures', `${scope}\0${who}`).toString('base64url')}`
  const network = networkOf(ip)
  return {
    who: name,
    network: `network:${network}`,
    pair: `${name}@${device === null ? network : `device:${device}`}`,
    all: scope === 'password' ? SPRAYING : null,
  }
}

export type BackOffState = {
  /** Seconds the account, the network or every unknown network is still blocked. */
  wait: number
  /** Seconds this account is blocked from this network, or from this browser when the account knows it. */
  pairWait: number
}

/** How long these subjects still have to wait. */
export async function backOffState(s: Subjects): Promise<BackOffState> {
  const { rows } = await db().pool.query<{ subject: string; failures: number; age: number }>({
    name: 'sign-in-standing',
    text: `select subject, failures, extract(epoch from now() - last_at)::float8 as age from sign_in_failure where subject = any($1)`,
    values: [[s.who, s.network, s.pair, s.all]],
  })
  const left = (subject: string) => {
    const row = rows.find((r) => r.subject === subject)
    return row ? Math.max(0, waitAfter(row.failures) - row.age) : 0
  }
  const all = rows.find((r) => r.subject === s.all)
  return { wait: Math.max(left(s.who), left(s.network), all ? sprayingWait(all) : 0), pairWait: left(s.pair) }
}

/** Counts a failure for each subject; one that lies long enough back is forgotten first. */
export async function countFailure(subjects: readonly string[]): Promise<void> {
  await db().pool.query(
    `insert into sign_in_failure as f (subject, failures) select s, 1 from (select unnest($1::text[]) s order by 1) x
       on conflict (subject) do update set last_at = now(), failures = 1 + case
         when f.last_at < now() - make_interval(secs => ${MEMORY_SECONDS} + least(${LONGEST_WAIT_SECONDS},
           case when f.failures < ${FREE} then 0 else ${FIRST_WAIT_SECONDS} * 2 ^ least(f.failures - ${FREE}, 10) end))
         then 0 else f.failures end`,
    [subjects],
  )
}

export async function forgiveFailures(subject: string): Promise<void> {
  await db().pool.query('delete from sign_in_failure where subject = $1', [subject])
}
