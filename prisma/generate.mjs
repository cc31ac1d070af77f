// Generates the Prisma client. The CLI insists on a schema engine binary that generation never runs; any executable will do.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

const folder = import.meta.dirname
const manifest = createRequire(import.meta.url).resolve('prisma/package.json')
const cli = path.join(path.dirname(manifest), 'build', 'index.js')
execFileSync(process.execPath, [cli, 'generate', '--config', path.join(folder, 'prisma.config.ts'), '--no-hints'], {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
})
