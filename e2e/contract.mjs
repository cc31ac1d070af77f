// Starts the panel on a fresh database and compares it with a contract: node e2e/contract.mjs <check.mjs>
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const [checker] = process.argv.slice(2)
/** Operations that were clean when this was last raised; it only grows. */
const FLOOR = 392

const data = fs.mkdtempSync(path.join(os.tmpdir(), 'datahall-contract-'))
fs.chmodSync(data, 0o755)
const pinned = path.join(root, 'node_modules/.bin/node')
const node = fs.existsSync(pinned) ? fs.realpathSync(pinned) : process.execPath
const admin = { email: 'admin@example.com', password: 'Contract-check-1' }
const panel = spawn(node, [path.join(root, 'dist/main.js')], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: '0',
    DATAHALL_HOST: '127.0.0.1',
    DATAHALL_DATA: data,
    DATAHALL_DEMO: '1',
    DATAHALL_LOG: 'error',
    DATAHALL_ADMIN_EMAIL: admin.email,
    DATAHALL_ADMIN_PASSWORD: admin.password,
  },
})
const address = await new Promise((found, lost) => {
  let text = ''
  panel.stdout.on('data', (chunk) => {
    text += chunk
    const at = /ready:\s+(http\S+)/.exec(text)
    if (at) found(at[1].replace('localhost', '127.0.0.1'))
  })
  panel.on('exit', () => lost(new Error(`the panel did not start:\n${text}`)))
})
await demoLoaded()
const check = spawn(
  node,
  [
    checker,
    '--base',
    address,
    '--email',
    admin.email,
    '--password',
    admin.password,
    '--floor',
    String(FLOOR),
    '--max-lines',
    '60',
    '--json',
    path.join(data, 'contract.json'),
  ],
  { stdio: 'inherit' },
)
const code = await new Promise((done) => check.on('close', done))
panel.kill('SIGTERM')
await new Promise((done) => panel.on('exit', done))
const errors = code === 0 ? errorsOf(JSON.parse(fs.readFileSync(path.join(data, 'contract.json'), 'utf8'))) : 0
fs.rmSync(data, { recursive: true, force: true })
if (errors > 0) console.error(`${errors} errors in operations that are present`)
process.exit(code || Math.min(errors, 1))

/** Errors of what is there: with a floor the checker forgives those as well as what is missing. */
function errorsOf({ operations, failedProbes }) {
  const deviations = operations.filter(({ present }) => present).flatMap((one) => one.deviations)
  return [...deviations, ...failedProbes].filter(({ severity }) => severity === 'error').length
}

/** The more the panel holds, the more answers are looked at: the demo data centre has to be complete. */
async function demoLoaded() {
  const ask = async (path, options) => (await fetch(address + path, options)).json()
  const { token } = await ask('/auth/v4/public/token', { method: 'POST', body: JSON.stringify(admin) })
  for (const end = Date.now() + 900_000; Date.now() < end; await new Promise((go) => setTimeout(go, 500))) {
    const { list } = await ask('/vm/v3/task?where=name+EQ+demo_load', { headers: { 'x-xsrf-token': token } })
    if (list[0]?.status === 'complete') return
    if (list[0]?.status === 'failed') throw new Error(`the demo did not load: ${list[0].error}`)
  }
  throw new Error('the demo did not load within 15 minutes')
}
