import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureKernel } from './image.ts'
import { must } from './run.ts'
import { cacheDir, type Lab, labDir } from './state.ts'

/** What a lab's servers boot: paths on this host. */
export type ServerSystem = { kernel: string; initrd: string }

/** Builds what the servers behind a lab's controllers boot, in a tenth of a second; the very first time it fetches the kernel. */
export async function buildServer(lab: Lab, password: string): Promise<ServerSystem> {
  const folder = join(cacheDir, await ensureKernel())
  const work = join(labDir(lab.name), 'server')
  const initrd = join(labDir(lab.name), 'server.cpio')
  await mkdir(work)
  await must(['sh', join(import.meta.dirname, 'server/build.sh'), folder, work, initrd, password])
  const kernel = readdirSync(join(folder, 'boot')).find((name) => name.startsWith('vmlinuz-'))
  if (!kernel) throw new Error(`There is no kernel in ${folder}.`)
  return { kernel: join(folder, 'boot', kernel), initrd }
}
