// npm test: from a fresh clone to one closing line `N passed, N failed`. Plain JavaScript: nothing is installed yet.
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'test-results')
const bin = (name) => path.join(root, 'node_modules/.bin', name)
const results = []

install()
fs.rmSync(reports, { recursive: true, force: true })
fs.mkdirSync(reports, { recursive: true })

await once('lint', bin('biome'), ['check', '.'])
await once('generate', node(), ['prisma/generate.mjs'])
await once('types', bin('tsc'), ['--noEmit'])
await once('packages of the lab', node(), ['e2e/lab/lab.ts', 'packages'])
await once('openapi', node(), ['server/cli/openapi.ts'])
await once('build', node(), ['server/cli/build.mjs', '--if-needed'])
await inLabs()

const passed = results.reduce((sum, r) => sum + r.passed, 0)
const failed = results.reduce((sum, r) => sum + r.failed, 0)
console.log('')
for (const r of results)
  console.log(
    `${r.failed ? 'FAILED' : 'ok    '}  ${r.name}: ${r.passed} passed, ${r.failed} failed (${Math.round(r.ms / 1000)} s)`,
  )
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** The pinned Node where the platform has one. */
function node() {
  return fs.existsSync(bin('node')) ? fs.realpathSync(bin('node')) : process.execPath
}

function install() {
  execFileSync(process.execPath, [path.join(root, 'server/cli/install.mjs')], { stdio: 'inherit' })
}

async function run(command, args, env = {}) {
  const started = Date.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      NEXT_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
      ...env,
    },
  })
  const code = await new Promise((done) => child.on('close', (status, signal) => done(signal ? 1 : status)))
  return { code, ms: Date.now() - started }
}

async function once(name, command, args) {
  console.log(`\n== ${name}`)
  const { code, ms } = await run(command, args)
  results.push({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, ms })
}

async function vitest(project, wrap = (command, args) => [command, args]) {
  console.log(`\n== ${project}`)
  const report = path.join(reports, `${project}.json`)
  const args = [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const { code, ms } = await run(...wrap(node(), args))
  const counts = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null
  const failed = counts ? counts.numFailedTests + (counts.numPendingTests ?? 0) : 1
  const passed = counts?.numPassedTests ?? 0
  // A suite that did not load, or a run that broke, is a failure as well.
  results.push({ name: project, passed, failed: failed === 0 && code !== 0 ? 1 : failed, ms })
}

/**
 * What runs on real nodes mostly waits, for nodes to go away and for machines to boot, so that all others run beside it, in two rows
 * that take about the same time. A lab for each of the two: what one leaves behind is nothing to the other.
 */
async function inLabs() {
  const onNodes = async () => {
    await inLab('lab', (wrap) => vitest('lab', wrap))
    await inLab('real', (wrap) => browser('real', wrap))
    await vitest('unit')
  }
  const others = async () => {
    await vitest('api')
    await browser('browser')
  }
  await Promise.all([onNodes(), others()])
}

function lab(...args) {
  return [path.join(root, 'e2e/lab/lab.ts'), ...args]
}

/** Gives `work` what puts a command into a lab; a failure when there is none. */
async function inLab(suite, work) {
  const name = `${suite}${process.pid}`
  const gear = ['--nodes', '2', '--switches', '1', '--pdus', '1', '--bmcs', '1']
  const up = await run(node(), lab('up', '--name', name, ...gear))
  if (up.code !== 0) return void results.push({ name: suite, passed: 0, failed: 1, ms: up.ms })
  try {
    await work((command, args) => [node(), lab('exec', '--name', name, '--', command, ...args)])
  } finally {
    await run(node(), lab('down', '--name', name))
  }
}

/** Tests in Chromium: `real` those on real nodes, `browser` all others. */
async function browser(suite, wrap = (command, args) => [command, args]) {
  console.log(`\n== ${suite}`)
  const report = path.join(reports, `${suite}.json`)
  const args = ['test', '--output', path.join(reports, suite), ...(suite === 'real' ? ['e2e/real-'] : [])]
  const { code, ms } = await run(...wrap(node(), [path.join(root, 'node_modules/@playwright/test/cli.js'), ...args]), {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const stats = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')).stats : null
  const failed = stats ? stats.unexpected + stats.skipped + stats.flaky : 1
  results.push({ name: suite, passed: stats?.expected ?? 0, failed: failed === 0 && code !== 0 ? 1 : failed, ms })
}
