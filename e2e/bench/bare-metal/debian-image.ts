import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { run } from '../../lab/run.ts'
import { cacheDir, makeLabRoot } from '../../lab/state.ts'

const recipe = path.join(import.meta.dirname, '../../../server/live-system/recipe')
const BUILD_MS = 40 * 60_000

/**
 * Debian 12 as the recipe makes it, with the kernel of virtual machines: a folder with an index. Built unless it is there; some minutes and 200 MB
 * of packages from Debian's mirror. @throws Error with what the recipe said
 */
export async function ensureDebian(): Promise<string> {
  makeLabRoot()
  const hash = createHash('sha256')
  for (const file of ['debian.sh', 'debian-grub.cfg', 'disk-image.sh'])
    hash.update(readFileSync(path.join(recipe, file)))
  const folder = path.join(cacheDir, `debian-12-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  const work = await mkdtemp(path.join(cacheDir, 'debian-'))
  try {
    const packages = path.join(cacheDir, 'packages')
    await mkdir(packages, { recursive: true })
    const argv = ['sh', path.join(recipe, 'debian.sh'), path.join(work, 'out'), packages, 'cloud-amd64']
    const { code, stderr } = await run(argv, { timeoutMs: BUILD_MS })
    if (code !== 0) throw new Error(`debian.sh: exit code ${code}: ${stderr.slice(-2000)}`)
    await rename(path.join(work, 'out'), folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}
