// npm run long: the tests that `npm test` has no time for: whole installations on emulated machines and workers killed at every step, in a lab, every
// page in a browser, and what is tagged as long beside tests that are not.
import fs from 'node:fs'
import { again } from './round/again.mjs'
import { buildForLabs, inLab } from './round/lab.mjs'
import { node, once, reports } from './round/run.mjs'
import { browser, vitest } from './round/suites.mjs'
import { summary } from './round/summary.mjs'

// Read by what Vitest and Playwright leave out otherwise, and by tests that prove all of something.
process.env.DATAHALL_LONG = '1'
fs.mkdirSync(reports, { recursive: true })
await once('generate', node(), ['prisma/generate.mjs'])
await once('packages of the lab', node(), ['e2e/lab/lab.ts', 'packages'])
await buildForLabs()
await once('ubuntu', node(), ['e2e/lab/lab.ts', 'build', '--ubuntu'])
await once('build', node(), ['server/cli/build.mjs', '--if-needed'])
await vitest('long-api', { of: 'api' })
await inLab('long', async (wrap) => {
  await vitest('long', { wrap })
  await vitest('long-lab', { wrap, of: 'lab' })
  await vitest('long-bare-metal', { wrap, of: 'bare-metal' })
  await browser('long-real', { wrap, real: true, long: true })
})
await browser('long-browser', { long: true })
await again(inLab)
process.exit(summary() > 0 ? 1 : 0)
