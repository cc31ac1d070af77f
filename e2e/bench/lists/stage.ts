import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { startEmbedded } from '../../../server/db/embedded.ts'
import { openDatabase } from '../../../server/db/pool.ts'
import { ADMIN, startPanel } from '../../support/panel-process.ts'
import { restClient } from '../../support/rest-client.ts'
import type { Target } from './measure.ts'

const OWNER = { email: 'owner@example.com', password: 'Correct-horse-2' }

/** What a measurement over HTTP stands on; `close` takes all of it down. Panels have no limit of calls unless `more` says so. */
export function openStage(more: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
  chmodSync(folder, 0o755)
  const stops: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  let panels = 0

  /** A panel without worker over a database that `seed` fills, and pages of its lists as an owner and an administrator get them. */
  async function panel(seed: (pool: Pool, owner: number) => Promise<void>) {
    const data = path.join(folder, String(++panels))
    const server = await startEmbedded(data)
    stops.push(() => server.stop())
    const panel = await startPanel({
      data,
      env: { DATABASE_URL: server.url, DATAHALL_ROLES: 'web', DATAHALL_LOG: 'warn', DATAHALL_RATE_LIMIT: '0', ...more },
    })
    stops.push(() => panel.stop())
    const admin = await restClient(panel.address, ADMIN)
    const { body } = await admin.post('/auth/v4/user', { ...OWNER, role: '@user' })
    const database = openDatabase(server.url)
    await seed(database.pool, Number(body.id))
    await database.close()
    const { token } = await restClient(panel.address, OWNER)
    const postmaster = Number(readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const page =
      (as: string) =>
      (list: string, offset = 0): Target => ({
        pids: [panel.pid, postmaster],
        address: panel.address,
        path: `${list}?orderby=id&limit=${offset},100`,
        token: as,
      })
    return { url: server.url, postmaster, own: page(token), all: page(admin.token) }
  }

  /** The bare server of `raw.ts` over the same database, with the statement of that name. */
  async function raw({ url, postmaster }: { url: string; postmaster: number }, list: string): Promise<Target> {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'raw.ts'), list], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: url },
    })
    stops.push(() => void child.kill())
    const address = await new Promise<string>((found) =>
      child.stdout.on('data', (text) => found(/http\S+/.exec(String(text))?.[0] ?? '')),
    )
    return { address: address.replace('localhost', '127.0.0.1'), path: '/', pids: [child.pid ?? 0, postmaster] }
  }

  async function close() {
    for (const stop of stops.reverse()) await stop()
  }
  return { panel, raw, close }
}
