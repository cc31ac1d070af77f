// npm test: from a fresh clone to one closing line `N passed, N failed`. Plain JavaScript: nothing is installed yet.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { again } from './round/again.mjs'
import { bin, node, once, reports, results, root, run } from './round/run.mjs'
import { browser, vitest } from './round/suites.mjs'
import { summary } from './round/summary.mjs'

install()
fs.rmSync(reports, { recursive: true, force: true })
fs.mkdirSync(reports, { recursive: true })

await once('generate', node(), ['prisma/generate.mjs'])
await once('packages of the lab', node(), ['e2e/lab/lab.ts', 'packages'])
/** What runs in browsers or on real nodes needs the built panel. */
const built = once('openapi', node(), ['server/cli/openapi.ts']).then(() =>
  once('build', node(), ['server/cli/build.mjs', '--if-needed']),
)
const checked = once('lint', bin('biome'), ['check', '.']).then(() => once('types', bin('tsc'), ['--noEmit']))
/** What needs real nodes takes longest: two thirds of it have a lab of their own from the beginning, and the last one when there is room. */
const thirdsOfLab = (...thirds) =>
  inLab(`lab${thirds[0]}`, async (wrap) => {
    for (const third of thirds) await vitest(`lab${third}`, { wrap, project: 'lab', part: `${third}/3` })
  })
// Three suites at a time: with more of them on two processors, leases run out and guests stand still, which tests take for faults.
const rows = [
  () =>
    vitest('api')
      .then(() => vitest('unit'))
      .then(() => built)
      .then(() => thirdsOfLab(3)),
  () => built.then(() => browser('browser')).then(() => inLab('real', (wrap) => browser('real', { wrap }))),
  () => built.then(() => thirdsOfLab(1, 2)),
]
await Promise.all([checked, built, ...rows.map((row) => row())])
await again(inLab)
process.exit(summary() > 0 ? 1 : 0)

function install() {
  execFileSync(process.execPath, [path.join(root, 'server/cli/install.mjs')], { stdio: 'inherit' })
}

function lab(...args) {
  return [path.join(root, 'e2e/lab/lab.ts'), ...args]
}

/** Gives `work` what puts a command into a lab; a failure when there is none. */
async function inLab(suite, work) {
  const name = `${suite}${process.pid}`
  /** What the suite in browsers has no use for. */
  const more = suite === 'real' ? [] : ['--ceph', '2', '--locations', '1', '--servers', '2']
  const device = [
    '--nodes',
    '2',
    '--lxd',
    '2',
    ...more,
    '--switches',
    '1',
    '--pdus',
    '1',
    '--bmcs',
    '1',
    '--names',
    '1',
  ]
  const up = await run(node(), lab('up', '--name', name, ...device))
  if (up.code !== 0) {
    if (!results.some((r) => r.name === suite))
      results.push({ name: suite, passed: 0, failed: 1, ms: up.ms, cpu: up.cpu, failures: [] })
    return undefined
  }
  try {
    return await work((command, args) => [node(), lab('exec', '--name', name, '--', command, ...args)])
  } finally {
    await run(node(), lab('down', '--name', name))
  }
}
