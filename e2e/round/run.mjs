// Commands of a round, and what came of each. Plain JavaScript: a round begins before anything is installed.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const reports = path.join(root, 'test-results')

/** What came of each suite, in the order in which they ended: `{name, passed, failed, ms, cpu, failures}`. */
export const results = []

export const bin = (name) => path.join(root, 'node_modules/.bin', name)

/** The pinned Node where the platform has one. */
export function node() {
  return fs.existsSync(bin('node')) ? fs.realpathSync(bin('node')) : process.execPath
}

/** How much of what a command complains of is kept, in characters: its end says why it failed. */
const COMPLAINT = 600

/**
 * Runs a command to its end: its exit code (1 for a signal), how long it took, how much processor time with all that it started, in ms,
 * and the end of what it wrote to its second output, which is shown as well.
 */
export async function run(command, args, env = {}) {
  const started = Date.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      ...process.env,
      PATH: `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      NEXT_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
      ...env,
    },
  })
  let complaint = ''
  child.stderr.on('data', (piece) => {
    process.stderr.write(piece)
    complaint = (complaint + piece).slice(-COMPLAINT)
  })
  let cpu = 0
  child.on('exit', () => {
    const before = counted
    counted = spentByEnded()
    cpu = counted - before
  })
  const code = await new Promise((done) => child.on('close', (status, signal) => done(signal ? 1 : status)))
  return { code, ms: Date.now() - started, cpu, complaint }
}

/** Processor time of the commands that have ended and been counted, in ms. */
let counted = 0

/** Processor time of all commands that have ended, in ms; 0 where the system does not tell. */
function spentByEnded() {
  if (!fs.existsSync('/proc/self/stat')) return 0
  const stat = fs.readFileSync('/proc/self/stat', 'utf8')
  // Two of the fields after the name in brackets, in hundredths of a second.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
  return (Number(user) + Number(system)) * 10
}

/** A step that passes or fails as a whole. */
export async function once(name, command, args) {
  console.log(`\n== ${name}`)
  asOne(name, await run(command, args))
}

/** Notes what came of a command that passes or fails as a whole. */
export function asOne(name, { code, ms, cpu, complaint }) {
  const failures = code === 0 ? [] : [{ file: name, test: 'as a whole', why: complaint }]
  results.push({ name, passed: code === 0 ? 1 : 0, failed: failures.length, ms, cpu, failures })
}
