// npm run quick: what can be known in a minute, without a database, a browser or a lab.
import fs from 'node:fs'
import { bin, node, once, reports } from './round/run.mjs'
import { vitest } from './round/suites.mjs'
import { summary } from './round/summary.mjs'

fs.mkdirSync(reports, { recursive: true })
await once('generate', node(), ['prisma/generate.mjs'])
await Promise.all([
  once('lint', bin('biome'), ['check', '.']).then(() => once('types', bin('tsc'), ['--noEmit'])),
  vitest('unit'),
])
process.exit(summary() > 0 ? 1 : 0)
