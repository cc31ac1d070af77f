import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../e2e/support/database.ts'
import { type Sql, transaction } from '../db/transaction.ts'
import { type ConsoleGrant, consumeTicket, createTicket } from './tickets.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let grant: ConsoleGrant
const sql: Sql = async <Row>(text: string, values?: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  database = await testDatabase()
  const [row] = await sql<{ host_id: number; account_id: number }>(
    `with a as (insert into account (email, password_hash, roles) values ('a@example.com', 'x', '{@user}') returning id),
          c as (insert into cluster (name, virtualization_type) values ('c', 'dummy') returning id)
     insert into host (name, internal_name, uuid, account_id, cluster_id, cpu_number, ram_mib)
     select 'web', 'dh-1', gen_random_uuid(), a.id, c.id, 1, 1 from a, c returning id as host_id, account_id`,
  )
  const { host_id, account_id } = row!
  grant = {
    kind: 'vnc',
    mode: 'view',
    object: 'host',
    object_id: host_id,
    account_id,
    session_id: null,
    take_over: false,
    record: false,
  }
})
afterAll(() => database.drop())
beforeEach(() => sql('delete from console_ticket'))

describe('console tickets', () => {
  it('gives the grant back, once', async () => {
    const token = await createTicket(sql, grant)
    expect(await consumeTicket(sql, token)).toEqual(grant)
    expect(await consumeTicket(sql, token)).toBeNull()
  })

  it('belongs to the transaction it is made in', async () => {
    let token = ''
    const undone = transaction(async (work) => {
      token = await createTicket(work.sql, grant)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await consumeTicket(sql, token)).toBeNull()
    const kept = await transaction((work) => createTicket(work.sql, grant))
    expect(await transaction((work) => consumeTicket(work.sql, kept))).toEqual(grant)
  })

  it('has one winner among many at once', async () => {
    const token = await createTicket(sql, grant)
    const got = await Promise.all(Array.from({ length: 32 }, () => consumeTicket(sql, token)))
    expect(got.filter((one) => one !== null)).toEqual([grant])
  })

  it('refuses an old one, and sweeps old ones away', async () => {
    const token = await createTicket(sql, grant)
    await sql("update console_ticket set expires_at = now() - interval '1 ms'")
    expect(await consumeTicket(sql, token)).toBeNull()
    await createTicket(sql, grant)
    await sql("update console_ticket set expires_at = now() - interval '1 ms'")
    await createTicket(sql, grant)
    const rows = await sql('select expires_at > now() as live from console_ticket')
    expect(rows).toEqual([{ live: true }])
  })

  it('lives 30 seconds and is stored as a hash', async () => {
    const token = await createTicket(sql, grant)
    const [row] = await sql<{ token_hash: Buffer; left: number }>(
      'select token_hash, extract(epoch from expires_at - now())::float as left from console_ticket',
    )
    expect(row?.left).toBeGreaterThan(25)
    // Moments are stored by the millisecond, rounded.
    expect(row?.left).toBeLessThan(30.001)
    expect(row?.token_hash.toString('base64url')).not.toContain(token.slice(0, 10))
  })

  it('rejects a ticket that was never made', async () => {
    for (const token of ['', 'x', 'a'.repeat(43), "' OR 1=1", 'a'.repeat(1e6)]) {
      expect(await consumeTicket(sql, token)).toBeNull()
    }
  })
})
