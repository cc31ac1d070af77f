// npm run long: the tests that take minutes each (whole installations on emulated machines, workers killed at every step), in a lab.
import fs from 'node:fs'
import { again } from './round/again.mjs'
import { inLab } from './round/lab.mjs'
import { node, once, reports } from './round/run.mjs'
import { vitest } from './round/suites.mjs'
import { summary } from './round/summary.mjs'

fs.mkdirSync(reports, { recursive: true })
await once('generate', node(), ['prisma/generate.mjs'])
await once('packages of the lab', node(), ['e2e/lab/lab.ts', 'packages'])
await once('build', node(), ['server/cli/build.mjs', '--if-needed'])
await inLab('long', (wrap) => vitest('long', { wrap }))
await again(inLab)
process.exit(summary() > 0 ? 1 : 0)
