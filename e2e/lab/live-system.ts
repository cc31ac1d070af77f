import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'
import { hashFolder } from './sources.ts'
import { cacheDir, makeLabRoot } from './state.ts'

const source = join(import.meta.dirname, '../../server/live-system')

/** The recipes' file with a name that begins like this: a kernel, an initial RAM disk, an image. */
function built(folder: string, start: string, end = ''): string {
  const name = readdirSync(folder).find((each) => each.startsWith(start) && each.endsWith(end))
  if (!name) throw new Error(`There is no ${start} in ${folder}.`)
  return join(folder, name)
}

/** What the recipes have built: paths on this host. `controlled`: the live system that speaks to management controllers. */
export type LiveSystem = {
  folder: string
  kernel: string
  initrd: string
  small: string
  controlled: { kernel: string; initrd: string }
}

/**
 * Builds the live system for virtual machines and the small system that is installed in tests, unless both are there and made of the same
 * sources. Half a minute and 100 MB of packages the first time, from the host's network: inside a lab there is none.
 */
export function ensureLiveSystem(): Promise<LiveSystem> {
  // Once a process: sources that change while tests run do not change what they run.
  system ??= buildUnlessThere()
  return system
}
let system: Promise<LiveSystem> | undefined

async function buildUnlessThere(): Promise<LiveSystem> {
  makeLabRoot()
  const folder = join(cacheDir, `live-system-${sourcesKey()}`)
  if (!existsSync(folder)) {
    const work = await mkdtemp(join(cacheDir, 'live-'))
    try {
      await mkdir(join(cacheDir, 'packages'), { recursive: true })
      await build('live.sh', ['cloud-amd64', join(work, 'out'), join(cacheDir, 'packages')])
      await build('live.sh', ['lab-amd64', join(work, 'out', 'controlled'), join(cacheDir, 'packages')])
      await build('small.sh', [join(work, 'small'), join(cacheDir, 'packages')])
      await rename(join(work, 'small'), join(work, 'out', 'small'))
      await rename(join(work, 'out'), folder).catch((fault) => {
        if (!existsSync(folder)) throw fault
      })
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  }
  return {
    folder,
    kernel: built(folder, 'vmlinuz-'),
    initrd: built(folder, 'live-', '.initrd'),
    small: built(join(folder, 'small'), 'small-', '.raw.zst'),
    controlled: {
      kernel: built(join(folder, 'controlled'), 'vmlinuz-'),
      initrd: built(join(folder, 'controlled'), 'live-', '.initrd'),
    },
  }
}

async function build(recipe: string, args: readonly string[]): Promise<void> {
  // Labs that start side by side fetch the same packages into one folder.
  const alone = ['flock', join(cacheDir, 'packages.lock')]
  const result = await run([...alone, 'sh', join(source, 'recipe', recipe), ...args], { timeoutMs: 900_000 })
  if (result.code !== 0) throw new Error(`${recipe}: exit code ${result.code}: ${result.stderr.slice(-2000)}`)
}

/** Changes whenever recipes or programs do. */
function sourcesKey(): string {
  const hash = createHash('sha256')
  for (const folder of ['recipe', 'agent']) hashFolder(hash, join(source, folder), source)
  return hash.digest('hex').slice(0, 16)
}
