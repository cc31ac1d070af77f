import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { UtilityFile } from '../drivers/hypervisor/utility-types.ts'
import { panelSettings } from '../process/settings.ts'
import { unlessAborted } from '../shared/abort.ts'
import { kept } from '../shared/kept.ts'
import { buildUtilityGuest } from './build.ts'
import { sourcesKey } from './sources.ts'

type Files = { kernel: UtilityFile; initrd: UtilityFile }

const building = kept<Promise<Files>>('utility-guest')
const NAMES = ['kernel', 'initrd'] as const

const ownFolder = () => path.join(panelSettings().dataDirectory, 'utility-guest')

/**
 * What the utility guest boots from: made from Debian packages when it is first wanted, kept in the data folder, and compared with its
 * checksums before each use.
 * @throws PanelError refused, with what to do, when it cannot be made here
 */
export function utilityFiles(signal: AbortSignal): Promise<Files> {
  building.value ??= ready().finally(() => {
    building.value = undefined
  })
  return unlessAborted(building.value, signal)
}

async function ready(): Promise<Files> {
  // Another version of the program has a folder of its own beside this one.
  return (await readKept(path.join(ownFolder(), sourcesKey()))) ?? makeFiles(ownFolder())
}

/** Null when there is nothing, or not what was made: it is made again. */
async function readKept(folder: string): Promise<Files | null> {
  const found: Partial<Files> = {}
  for (const name of NAMES) {
    const file = path.join(folder, name)
    const sha256 = await readFile(`${file}.sha256`, 'latin1').then(
      (text) => text.trim(),
      () => null,
    )
    if (sha256 === null || sha256 !== (await checksum(file))) return null
    const { size } = await stat(file)
    found[name] = { size_bytes: size, sha256, open: async (start) => createReadStream(file, { start }) }
  }
  return found as Files
}

async function checksum(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return null
  }
}

/**
 * Makes the files in a folder below `parent`. They are moved there at the end: a panel that stops meanwhile leaves nothing half.
 * @throws PanelError refused, with what to do
 */
export async function makeFiles(parent: string): Promise<Files> {
  const folder = path.join(parent, sourcesKey())
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const work = await mkdtemp(path.join(parent, 'making-'))
  try {
    await buildUtilityGuest(work)
    await rm(folder, { recursive: true, force: true })
    await rename(path.join(work, 'out'), folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  const made = await readKept(folder)
  if (!made) throw new Error(`What was made in ${folder} is not there`)
  return made
}
