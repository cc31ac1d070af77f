import { setTimeout as wait } from 'node:timers/promises'
import { db } from '../db/pool.ts'
import type { Work } from '../db/transaction.ts'
import { log } from '../process/log.ts'
import { metrics } from '../process/metrics.ts'
import { kept } from '../shared/kept.ts'
import { type Head, macOf, readCopy, readHead, writeCopy } from './head.ts'
import { compareHeads, type Fault, faultMessage } from './verify.ts'

/** Commits of this time are sealed together; what is cut off before that is not missed. */
const GATHER_MS = 100
/** Records sealed by one statement. */
const AT_ONCE = 5_000
/** The copy in the data folder is at most so much older than the head. */
const COPY_MS = 1_000

type Sealer = {
  dataDirectory: string
  /** What this process sealed last; null: to be read from the database. */
  head: Head | null
  wanted: boolean
  running: Promise<void> | null
  copied: number
  said: string
}
// Next's route handlers are a second module graph in the same process.
const place = kept<Sealer>('auditSealer')

/** Writes audit records with the transaction; they are sealed as soon as it is committed. */
export async function recordAudit(work: Work, records: readonly object[]): Promise<void> {
  await work.sql('select record_audit($1::jsonb)', [JSON.stringify(records)])
  work.afterCommit(() => void sealSoon())
}

/** From here on this process seals what is recorded. Returns the way to stop, which seals what is left. */
export function startSealing(dataDirectory: string): () => Promise<void> {
  place.value = { dataDirectory, head: null, wanted: false, running: null, copied: 0, said: '' }
  void sealSoon()
  return async () => {
    await sealSoon()
    const own = place.value
    place.value = undefined
    if (own) keepCopy(own, 0)
  }
}

/** The same, after a look at what other processes sealed and at the head itself. */
export function sealAnew(): Promise<void> {
  if (place.value) place.value.head = null
  return sealSoon()
}

/** Seals what is not yet; many who ask at the same time share a run. */
export function sealSoon(): Promise<void> {
  const own = place.value
  if (!own) return Promise.resolve()
  own.wanted = true
  own.running ??= sealAll(own).finally(() => {
    own.running = null
  })
  return own.running
}

async function sealAll(own: Sealer): Promise<void> {
  while (own.wanted) {
    await wait(GATHER_MS, undefined, { ref: false })
    own.wanted = false
    try {
      const fault = await sealRest(own)
      metrics().auditBroken.set(fault ? 1 : 0)
      const words = fault ? faultMessage(fault) : ''
      if (words && words !== own.said) log.error({ fault }, `${words}: nothing is sealed until this is settled`)
      own.said = words
    } catch (err) {
      log.warn({ err }, 'the audit chain could not be sealed now')
    }
  }
}

/** Goes on from the last head to the newest record. A chain that does not go on from it is left as it is, so that it stays found. */
async function sealRest(own: Sealer): Promise<Fault | null> {
  const { pool } = db()
  for (;;) {
    const head = own.head ?? (await readHeads(own))
    if ('fault' in head) return head.fault
    const { rows } = await pool.query<Fresh>({ name: 'audit-fresh', text: FRESH, values: [head.last_id, head.hash] })
    const fresh = rows[0]
    if (!fresh) throw new Error('The database did not answer')
    if (!fresh.holds) return { kind: 'missing', sealed: head.count, found: fresh.before, last_id: head.last_id }
    if (fresh.broken !== null) return { kind: 'record', id: fresh.broken }
    own.head = head
    if (fresh.n > 0 && fresh.last_id !== null && fresh.hash !== null) {
      const next = { count: head.count + fresh.n, last_id: fresh.last_id, hash: fresh.hash }
      own.head = { ...next, mac: macOf(next) }
      await advance(own.head)
    }
    keepCopy(own, COPY_MS)
    if (fresh.n < AT_ONCE) return null
  }
}

async function readHeads(own: Sealer): Promise<Head | { fault: Fault }> {
  const compared = compareHeads(await readHead(db().pool), readCopy(own.dataDirectory))
  return 'fault' in compared ? compared : (compared.head ?? firstHead())
}

type Fresh = {
  holds: boolean
  before: number
  n: number
  broken: number | null
  last_id: number | null
  hash: string | null
}

const FRESH = `with fresh as materialized (
    select a.id, a.hash, audit_hash(lag(a.hash, 1, decode($2, 'hex')) over (order by a.id), a) as wanted
      from (select * from audit where id > $1 order by id limit ${AT_ONCE}) f join audit a on a.id = f.id)
  select h.holds, case when h.holds then 0 else (select count(*) from audit where id <= $1) end as before,
    (select count(*) from fresh)::int as n, (select min(id) from fresh where hash <> wanted) as broken,
    (select max(id) from fresh) as last_id, (select encode(hash, 'hex') from fresh order by id desc limit 1) as hash
    from (select $1 = 0 or exists (select from audit where id = $1 and hash = decode($2, 'hex')) as holds) h`

/** A chain that was never sealed is sealed from its first record on. */
async function firstHead(): Promise<Head> {
  const none = { count: 0, last_id: 0, hash: '' }
  const { pool } = db()
  await pool.query(
    `insert into audit_head (id, count, last_id, hash, mac) values (1, 0, 0, '', decode($1, 'hex')) on conflict do nothing`,
    [macOf(none)],
  )
  const head = await readHead(pool)
  if (!head) throw new Error('The head of the audit chain could not be made')
  return head
}

/** Only forward: another process may be further. Without waiting for the disk, since it can be made again from the chain. */
const advance = (to: Head) =>
  db().pool.query({
    name: 'audit-advance',
    text: `with quick as materialized (select set_config('synchronous_commit', 'off', true) as done)
      update audit_head set count = $1, last_id = $2, hash = decode($3, 'hex'), mac = decode($4, 'hex'), at = now()
        from quick where id = 1 and count < $1 and quick.done = 'off'`,
    values: [to.count, to.last_id, to.hash, to.mac],
  })

function keepCopy(own: Sealer, everyMs: number) {
  if (!own.head || own.head.count === 0 || Date.now() - own.copied < everyMs) return
  own.copied = Date.now()
  writeCopy(own.dataDirectory, own.head)
}
