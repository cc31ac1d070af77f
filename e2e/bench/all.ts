// npm run bench: every measurement, one after another so that none disturbs the next. One line a goal, all figures in
// .data/bench/results.json. `npm run bench -- lists tasks` runs only these. Ends with 1 when a floor does not hold.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'

const here = import.meta.dirname
const out = path.resolve(here, '../../.data/bench')
const known = ['tasks', 'addresses', 'relay', 'lists'] as const
const asked = process.argv.slice(2)
for (const name of asked)
  if (!(known as readonly string[]).includes(name)) {
    console.error(`There is no measurement ${name}: ${known.join(', ')}`)
    process.exit(64)
  }

mkdirSync(out, { recursive: true })
const results: Record<string, { holds: boolean; seconds: number; goals: unknown }> = {}
for (const name of known.filter((one) => asked.length === 0 || asked.includes(one))) {
  const file = path.join(out, `${name}.json`)
  rmSync(file, { force: true })
  const from = Date.now()
  const code = await new Promise<number>((done) => {
    const child = spawn(process.execPath, [path.join(here, `${name}.ts`)], { stdio: 'inherit' })
    child.on('close', (status) => done(status ?? 1))
  })
  const goals = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  results[name] = { holds: code === 0 && goals !== null, seconds: Math.round((Date.now() - from) / 1000), goals }
}
const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version }
writeFileSync(
  path.join(out, 'results.json'),
  `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`,
)
const missed = Object.entries(results).filter(([, one]) => !one.holds)
console.log(missed.length ? `\nNot held: ${missed.map(([name]) => name).join(', ')}` : '\nEvery floor holds')
process.exit(missed.length ? 1 : 0)
