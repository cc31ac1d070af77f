// npm run up: from a fresh clone to a running panel. Plain JavaScript on Node's own modules, since nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const USAGE = `npm run up -- [options]
  --port N               port (PORT)                       --data FOLDER        data folder (DATAHALL_DATA)
  --demo                 load the demo data centre         --roles web,worker   what this process does
  --tls                  HTTPS, self-signed                --cert F --key F     HTTPS with files
  --host ADDRESS         address to listen on              --dev                development server
Other settings are environment variables; see docs/guide/configuration.md.`

const options = {
  port: 'PORT',
  data: 'DATAHALL_DATA',
  demo: 'DATAHALL_DEMO',
  roles: 'DATAHALL_ROLES',
  tls: 'DATAHALL_TLS',
  cert: 'DATAHALL_TLS_CERT',
  key: 'DATAHALL_TLS_KEY',
  host: 'DATAHALL_HOST',
  dev: 'DATAHALL_DEV',
}
const flags = new Set(['demo', 'tls', 'dev', 'help'])
let given
try {
  const spec = Object.fromEntries(
    [...Object.keys(options), 'help'].map((name) => [name, { type: flags.has(name) ? 'boolean' : 'string' }]),
  )
  given = parseArgs({ options: spec }).values
} catch (fault) {
  console.error(`${fault.message}\n\n${USAGE}`)
  process.exit(64)
}
if (given.help) {
  console.log(USAGE)
  process.exit(0)
}
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Datahall needs Node 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}
for (const [name, variable] of Object.entries(options))
  if (given[name] !== undefined) process.env[variable] = given[name] === true ? '1' : given[name]

step(process.execPath, ['server/cli/install.mjs'])
// The pinned Node when the platform has one, else the one this runs on.
const pinned = path.join(root, 'node_modules/.bin/node')
const node = fs.existsSync(pinned) ? fs.realpathSync(pinned) : process.execPath
process.env.NODE_ENV = given.dev ? 'development' : 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'
if (given.dev) step(node, ['prisma/generate.mjs'])
else step(node, ['server/cli/build.mjs', '--if-needed'])

const child = spawn(node, [path.join(root, given.dev ? 'server/main.ts' : 'dist/main.js')], { stdio: 'inherit' })
// Ctrl-C and a closed terminal reach the whole group by themselves; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
  })
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

/** A part of the way that says itself what went wrong. */
function step(program, [file, ...args]) {
  const { status } = spawnSync(program, [path.join(root, file), ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
