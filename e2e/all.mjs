// npm test: from a fresh clone to one closing line `N passed, N failed`: all but what takes minutes a file, which is `npm run long`.
// Plain JavaScript: nothing is installed yet.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { again } from './round/again.mjs'
import { buildForLabs, inLab } from './round/lab.mjs'
import { bin, node, once, reports, root } from './round/run.mjs'
import { browser, vitest } from './round/suites.mjs'
import { summary } from './round/summary.mjs'

install()
fs.rmSync(reports, { recursive: true, force: true })
fs.mkdirSync(reports, { recursive: true })

await once('generate', node(), ['prisma/generate.mjs'])
await once('packages of the lab', node(), ['e2e/lab/lab.ts', 'packages'])
await buildForLabs()
await Promise.all([
  once('lint', bin('biome'), ['check', '.']).then(() => once('types', bin('tsc'), ['--noEmit'])),
  // What runs in browsers or on real nodes needs the built panel.
  once('openapi', node(), ['server/cli/openapi.ts']).then(() =>
    once('build', node(), ['server/cli/build.mjs', '--if-needed']),
  ),
])
await vitest('unit')
await vitest('api')
// These wait for pages and for machines that start, each in a lab of its own. Tests on databases keep all processors busy: beside them what
// runs in a lab takes nine times as long as alone.
await Promise.all([
  browser('browser'),
  inLab('lab', (wrap) => vitest('lab', { wrap })),
  inLab('bare-metal', (wrap) => vitest('bare-metal', { wrap }).then(() => browser('real', { wrap, real: true }))),
])
await again(inLab)
process.exit(summary() > 0 ? 1 : 0)

function install() {
  execFileSync(process.execPath, [path.join(root, 'server/cli/install.mjs')], { stdio: 'inherit' })
}
