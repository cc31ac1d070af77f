// npm run bench -- races: 64 writers want the same thing a thousand times, through the operations of the API. How often does
// one caller get what another one has? BENCH_ROUNDS shortens it. Runs only when it is asked for: it takes up to three quarters of an hour.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { openMasterKey } from '../../server/db/secrets.ts'
import { quotaRace, quotaStage } from '../support/quota-race.ts'
import { races } from '../support/races.ts'
import { type Goal, report } from './goals.ts'

const WRITERS = 64
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1000)

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-bench-'))
chmodSync(folder, 0o755)
openMasterKey(folder)
const server = await startEmbedded(folder)
await migrate(server.url, path.join(import.meta.dirname, '../../prisma/migrations'))
const database = openDatabase(server.url, { connections: 32 })
setDatabase(database)

let holds = false
try {
  const goals = (await races({ rounds: ROUNDS, writers: WRITERS })).map((race): Goal => {
    const { thing, rounds, writers, won, violations, ms } = race
    const rate = Math.round((rounds * writers * 1000) / ms)
    console.log(
      `${thing}: ${rounds} rounds of ${writers}, ${won} winners, ${violations} violations, ${rate} attempts a second`,
    )
    const what = `${thing}, ${writers} writers x ${rounds} rounds`
    return {
      id: 'race',
      what,
      ours: [violations],
      reference: [0],
      unit: 'violations',
      better: 'above',
      floor: 0,
      aim: 0,
    }
  })
  await quotaStage()
  const { won, above, faults } = await quotaRace({ rounds: ROUNDS, writers: WRITERS })
  console.log(`last VM of a quota: ${ROUNDS} rounds of ${WRITERS}, ${won} winners, ${above} above, ${faults} faults`)
  goals.push({
    id: 'race',
    what: `last VM of a quota, ${WRITERS} writers x ${ROUNDS} rounds`,
    unit: 'violations',
    ours: [above + faults + Math.abs(ROUNDS - won)],
    reference: [0],
    better: 'above',
    floor: 0,
    aim: 0,
  })
  holds = report('races', goals)
} finally {
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(holds ? 0 : 1)
