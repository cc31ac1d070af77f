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
  const folder = await ensureKernel()
  const work = join(labDir(lab.name), 'server')
  await mkdir(work)
  const script = join(import.meta.dirname, 'server/build.sh')
  await must(['sh', script, join(cacheDir, folder), work, initrdOf(lab), password])
  return { kernel: kernelOf(folder), initrd: initrdOf(lab) }
}

/** What `buildServer` has built for a lab that is up. */
export async function serverSystem(lab: Lab): Promise<ServerSystem> {
  return { kernel: kernelOf(await ensureKernel()), initrd: initrdOf(lab) }
}

const initrdOf = ({ name }: Lab) => join(labDir(name), 'server.cpio')

function kernelOf(folder: string): string {
  const boot = join(cacheDir, folder, 'boot')
  const kernel = readdirSync(boot).find((name) => name.startsWith('vmlinuz-'))
  if (!kernel) throw new Error(`There is no kernel in ${boot}.`)
  return join(boot, kernel)
}
