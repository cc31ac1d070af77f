// npm run build: Prisma client, server bundles and pages. `--if-needed` does it only when a source differs from the last build's,
// and says no more than that it does.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pack } from './pack.mjs'
import { quietly } from './quietly.mjs'

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
  'instrumentation.ts',
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
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  })

const print = fingerprint()
const built = fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === print
const complete =
  built &&
  fs.existsSync(path.join(root, '.next/BUILD_ID')) &&
  fs.existsSync(path.join(root, 'generated/prisma/client.ts'))
if (process.argv.includes('--if-needed')) {
  const words = 'Building the panel (once, one to two minutes)'
  const done = complete || (await quietly(words, process.execPath, [import.meta.filename], { cwd: root }))
  process.exit(done ? 0 : 1)
}

run('prisma/generate.mjs', [])
fs.mkdirSync(path.join(root, 'dist'), { recursive: true })
const esbuild = await import('esbuild')
await esbuild.build({
  entryPoints: {
    // The panel's own server, and what `next start` has in its place.
    main: path.join(root, 'server/main.ts'),
    'next-start': path.join(root, 'server/web/next-start.ts'),
    // Threads are started from files of their own.
    'parse-worker': path.join(root, 'server/features/datacenter/import/parse-worker.ts'),
    'seal-worker': path.join(root, 'server/backup-store/seal-worker.ts'),
    'syntax-worker': path.join(root, 'server/features/virtualization/recipe/syntax/syntax-worker.ts'),
  },
  outdir: path.join(root, 'dist'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
})
run('node_modules/next/dist/bin/next', ['build'])
await pack(path.join(root, '.next/static'))
fs.writeFileSync(stamp, print)
