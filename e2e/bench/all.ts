// npm run bench: every measurement, one after another so that none disturbs the next; `npm run bench -- lists consoles` runs only
// these. One line a goal, a table at the end, all figures in .data/bench/results.json. Ends with 1 when a floor does not hold.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { type Judged, resultsFolder, short } from './goals.ts'
import { table } from './table.ts'

const here = import.meta.dirname
const known = [
  'tasks',
  'addresses',
  'audit',
  'lists',
  'inventory',
  'search',
  'relay',
  'consoles',
  'creation',
  'sweep',
  'bmc',
  'floor-plan',
  'sign-in',
  'timing',
  'fair',
  'figures',
  'backup-store',
  'backups',
  'guests',
  'boot-files',
  'bare-metal',
  'bare-metal-debian',
  'races',
] as const
type Name = (typeof known)[number]
/** These start the built panel. */
const ofTheBuild: readonly Name[] = [
  'lists',
  'inventory',
  'search',
  'creation',
  'guests',
  'floor-plan',
  'sign-in',
  'fair',
  'bare-metal',
  'bare-metal-debian',
]
/** A measurement that hangs is ended, and counts as not held. */
const longestMs = (name: Name) =>
  ((
    ({
      races: 60,
      backups: 60,
      guests: 20,
      'bare-metal': 30,
      'bare-metal-debian': 60,
      'backup-store': 10,
      audit: 20,
      timing: 15,
      inventory: 8,
      search: 8,
      relay: 8,
      'sign-in': 10,
      fair: 15,
    }) as Partial<Record<Name, number>>
  )[name] ?? 4) * 60_000

type Result = { holds: boolean; seconds: number; load: [before: number, after: number]; goals: Judged[] | null }

const asked = process.argv.slice(2)
for (const name of asked)
  if (!known.some((one) => one === name)) {
    console.error(`There is no measurement ${name}: ${known.join(', ')}`)
    process.exit(64)
  }
// Long ones run only when they are asked for.
const alone: readonly Name[] = ['races', 'bare-metal-debian']
const chosen = known.filter((one) => (asked.length === 0 ? !alone.includes(one) : asked.includes(one)))

const load = () => loadavg()[0] ?? 0

async function measure(name: Name): Promise<Result> {
  const file = path.join(resultsFolder, `${name}.json`)
  rmSync(file, { force: true })
  const [from, before] = [Date.now(), load()]
  console.log(`\n${name}`)
  const child = spawn(process.execPath, [path.join(here, `${name}.ts`)], { stdio: 'inherit', detached: true })
  // With everything it has started: databases would outlive it.
  const end = () => void process.kill(-(child.pid ?? 0), 'SIGTERM')
  const late = setTimeout(() => {
    console.log(`${name}: ended after ${longestMs(name) / 60_000} minutes`)
    end()
  }, longestMs(name))
  process.once('SIGINT', end).once('SIGTERM', end)
  const code = await new Promise<number>((done) => child.on('close', (status) => done(status ?? 1)))
  clearTimeout(late)
  process.off('SIGINT', end).off('SIGTERM', end)
  const goals: Judged[] | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  return { holds: code === 0, seconds: Math.round((Date.now() - from) / 1000), load: [before, load()], goals }
}

mkdirSync(resultsFolder, { recursive: true })
if (chosen.some((name) => ofTheBuild.includes(name)))
  execFileSync(process.execPath, [path.join(here, '../../server/cli/build.mjs'), '--if-needed'], {
    cwd: path.join(here, '../..'),
    stdio: 'inherit',
    env: { ...process.env, DATAHALL_QUIET: '1' },
  })

const results = new Map<Name, Result>()
for (const name of chosen) results.set(name, await measure(name))

const machine = { processors: cpus().length, node: process.version }
writeFileSync(
  path.join(resultsFolder, 'results.json'),
  `${JSON.stringify({ at: new Date().toISOString(), machine, results: Object.fromEntries(results) }, null, 2)}\n`,
)
console.log(`\n${table([...results.values()].flatMap(({ goals }) => goals ?? []))}`)
const loads = [...results].map(
  ([
    name,
    {
      seconds,
      load: [, after],
    },
  ]) => `${name} ${seconds} s (load ${short(after)})`,
)
console.log(`\n${machine.processors} cores, Node ${machine.node}: ${loads.join(', ')}`)
const unmeasured = [...results].filter(([, one]) => one.goals === null).map(([name]) => name)
if (unmeasured.length) console.log(`Not measured: ${unmeasured.join(', ')}`)
const missed = [...results].filter(([, one]) => !one.holds).map(([name]) => name)
console.log(missed.length ? `Not held: ${missed.join(', ')}` : 'Every floor holds')
process.exit(missed.length ? 1 : 0)
