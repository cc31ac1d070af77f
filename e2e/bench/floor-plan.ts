// npm run bench, P23: the floor plan with 40 racks x 48 units, nearly full, in Chromium: milliseconds of script for drawing it anew from
// data that is there already (a click from the table to the floor plan), and for changing the view of all racks.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright'
import { startEmbedded } from '../../server/db/embedded.ts'
import { openDatabase } from '../../server/db/pool.ts'
import { chromiumPath } from '../support/chromium.ts'
import { ADMIN, startPanel } from '../support/panel-process.ts'
import { RACKS, seedRoom, UNITS } from './floor-plan/seed.ts'
import { type Goal, report } from './goals.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
chmodSync(folder, 0o755)
const stops: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]

/** Seconds of script of the page so far, as the browser counts them. */
async function scripted(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
}

/** Milliseconds of script from a click until `there` is true and two frames have been painted. */
async function cost(page: Page, session: CDPSession, button: string, there: string): Promise<number> {
  const before = await scripted(session)
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.waitForFunction(there)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return (await scripted(session)) - before
}

async function measure(): Promise<Goal[]> {
  const server = await startEmbedded(folder)
  stops.push(() => server.stop())
  const panel = await startPanel({
    data: folder,
    env: { DATABASE_URL: server.url, DATAHALL_ROLES: 'web', DATAHALL_LOG: 'warn' },
  })
  stops.push(() => panel.stop())
  const database = openDatabase(server.url)
  const { devices } = await seedRoom(database.pool)
  await database.close()
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  stops.push(() => browser.close())
  // What waits for the page is a piece of script of ours, which its policy forbids.
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', bypassCSP: true })
  const csrf = await (await page.request.get(`${panel.address}/api/auth/csrf`)).json()
  await page.request.post(`${panel.address}/api/auth/callback/credentials`, {
    form: { csrfToken: csrf.csrfToken, ...ADMIN, callbackUrl: '/' },
    maxRedirects: 0,
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const drawn = `document.querySelectorAll('[data-rack]').length === ${RACKS}`
  await page.goto(`${panel.address}/racks`)
  await page.waitForFunction(drawn)
  const goal = (id: string, what: string): Goal => ({
    id,
    what: `${what}, ${RACKS} x ${UNITS} U, ${devices} devices`,
    unit: 'ms script',
    better: 'above',
    floor: 250,
    aim: 80,
    ours: [],
    reference: [],
  })
  const goals = [goal('P23', 'floor plan drawn'), goal('P23 overlay', 'floor plan recoloured')] as const
  for (let round = 0; round <= ROUNDS; round++) {
    await cost(
      page,
      session,
      'Table',
      `document.querySelectorAll('[data-rack]').length === 0 && document.querySelector('[role=grid],table') !== null`,
    )
    const all = await cost(page, session, 'Room', drawn)
    const overlay = await cost(
      page,
      session,
      round % 2 ? 'Type' : 'Health',
      `${drawn} && location.search.includes('health') === ${round % 2 === 0}`,
    )
    if (round === 0) continue // the first time compiles
    goals[0].ours.push(all * 1000)
    goals[1].ours.push(overlay * 1000)
    for (const one of goals) one.reference.push(0)
  }
  return [...goals]
}

let holds = false
try {
  holds = report('floor-plan', await measure())
} finally {
  for (const stop of stops.reverse()) await stop()
}
process.exitCode = holds ? 0 : 1
