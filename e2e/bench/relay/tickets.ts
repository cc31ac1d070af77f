import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createTicket } from '../../../server/console/tickets.ts'
import { startEmbedded } from '../../../server/db/embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'
import type { Sql } from '../../../server/db/transaction.ts'
import { type Device, devicePorts } from './ports.ts'

const devices = Object.keys(devicePorts) as Device[]

/** A database with one account and a host per device, and real tickets for them. */
export async function openTicketOffice() {
  const folder = mkdtempSync(join(tmpdir(), 'relay-bench-db-'))
  await chmod(folder, 0o755)
  const server = await startEmbedded(folder)
  await migrate(server.url, join(import.meta.dirname, '../../../prisma/migrations'))
  const pool = new pg.Pool({ connectionString: server.url, max: 8 })
  pool.on('error', () => {})
  const sql: Sql = async <Row>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as Row[]
  const [account] = await sql<{ id: number }>(
    `with a as (insert into account (email, password_hash, roles) values ('bench@example.com', 'x', '{@user}') returning id),
          c as (insert into cluster (name, virtualization_type) values ('bench', 'dummy') returning id),
          h as (insert into host (id, name, internal_name, uuid, account_id, cluster_id, cpu_number, ram_mib)
                select n, 'bench' || n, 'bench' || n, gen_random_uuid(), a.id, c.id, 1, 1
                from a, c, generate_series(1, ${devices.length}) n)
     select id from a`,
  )
  const make = (device: Device, record: boolean) =>
    createTicket(sql, {
      ...{
        kind: 'serial',
        mode: 'control',
        account_id: account?.id ?? 0,
        session_id: null,
        take_over: false,
        record,
      },
      object: 'host',
      object_id: devices.indexOf(device) + 1,
    })
  return {
    url: server.url,
    async tickets(device: Device, count: number, record = false): Promise<string[]> {
      const out: string[] = []
      for (let i = 0; i < count; i += 50) {
        out.push(...(await Promise.all(Array.from({ length: Math.min(50, count - i) }, () => make(device, record)))))
      }
      return out
    },
    async close() {
      await pool.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
