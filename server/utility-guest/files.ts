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

/** Of this version of the program and of these packages; another one is made beside it. */
const folderOfFiles = () => path.join(panelSettings().dataDirectory, 'utility-guest', sourcesKey())

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
  return (await readKept(folderOfFiles())) ?? make()
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

/** In a folder of its own and moved at the end: a panel that stops meanwhile leaves nothing half. */
async function make(): Promise<Files> {
  const folder = folderOfFiles()
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
  const work = await mkdtemp(path.join(path.dirname(folder), 'making-'))
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
