import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openedApi } from './server/api/api-registry.ts'

/**
 * Called by Next before it answers anything. Inside the panel's own server everything runs already; a plain `next start` has the
 * panel started here, from its own bundle, so that there is one copy of it in the process.
 */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build' || openedApi())
    return
  const bundle = pathToFileURL(path.join(process.cwd(), 'dist/next-start.js')).href
  const { startInsideNext } = (await import(
    /* turbopackIgnore: true */ bundle
  )) as typeof import('./server/web/next-start.ts')
  await startInsideNext()
}
