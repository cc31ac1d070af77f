// npm run build: Prisma client, server bundle and pages. `--if-needed` does it only when a source is newer than the last build.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const stamp = path.join(root, 'dist', 'stamp')

const SOURCES = [
  'app',
  'components',
  'server',
  'prisma/schema',
  'public',
  'package.json',
  'package-lock.json',
  'next.config.ts',
  'tsconfig.json',
]

function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  const visit = (file) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) for (const name of fs.readdirSync(file).sort()) visit(path.join(file, name))
    else if (!/\.test\.tsx?$/.test(file)) hash.update(path.relative(root, file)).update(fs.readFileSync(file))
  }
  for (const source of SOURCES) visit(path.join(root, source))
  return hash.digest('hex')
}

const run = (file, args) =>
  execFileSync(process.execPath, [path.join(root, file), ...args], {
    cwd: root,
    stdio: process.env.DATAHALL_QUIET ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  })

const print = fingerprint()
const built = fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === print
const complete =
  built &&
  fs.existsSync(path.join(root, '.next/BUILD_ID')) &&
  fs.existsSync(path.join(root, 'generated/prisma/client.ts'))
if (process.argv.includes('--if-needed') && complete) process.exit(0)

console.log('Building the panel (once; about a minute) …')
run('prisma/generate.mjs', [])
fs.mkdirSync(path.join(root, 'dist'), { recursive: true })
const esbuild = await import('esbuild')
await esbuild.build({
  entryPoints: [path.join(root, 'server/main.ts')],
  outfile: path.join(root, 'dist/main.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
})
run('node_modules/next/dist/bin/next', ['build'])
fs.writeFileSync(stamp, print)
