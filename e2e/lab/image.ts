import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { buildUtilityGuest } from '../../server/utility-guest/build.ts'
import { sourcesKey } from '../../server/utility-guest/sources.ts'
import { downloadPackage } from './packages.ts'
import type { ImageRecord, RepositoryIndex } from './repository.ts'
import { must } from './run.ts'
import { hashFolder } from './sources.ts'
import { cacheDir, makeLabRoot, repositoryDir } from './state.ts'

const source = join(import.meta.dirname, 'tiny')
const containerSource = join(import.meta.dirname, 'container')
const ingredients = [
  'busybox-static',
  'dropbear-bin',
  'qemu-guest-agent',
  'e2fsprogs',
  'util-linux',
  'syslinux',
  'libc6',
]
const file = 'tiny.qcow2'
const rescueFile = 'tiny-rescue.qcow2'
const containerFile = 'tiny-container.tar.gz'

/**
 * Builds the tiny guest image, the tiny container and the repository's index, unless all are there and made of the same
 * things. Takes a few seconds, and a download of 25 MB the very first time. Answers the guest image's record in the index.
 */
export async function ensureImage(): Promise<ImageRecord> {
  makeLabRoot()
  const kernel = await ensureKernel()
  const key = await imageKey(kernel)
  const known = readIndex()
  const whole = [file, rescueFile, containerFile].every((name) => existsSync(join(repositoryDir, name)))
  if (known?.built_from === key && whole) return known.index.images[0] as ImageRecord

  // In a folder of its own and moved at the end: another lab may be building too, or using the old image.
  const work = await mkdtemp(join(cacheDir, 'build-'))
  try {
    const image = join(work, file)
    const rescue = join(work, rescueFile)
    await mkdir(join(work, 'parts'))
    await must(['sh', join(source, 'build.sh'), join(cacheDir, kernel), join(work, 'parts'), image, rescue])
    const record = await recordOf(image, { name: 'Tiny Linux 1.0', file, tags: ['tiny'] })
    const second = await recordOf(rescue, { name: 'Tiny Rescue 1.0', file: rescueFile, tags: ['rescue'] })
    const container = await buildContainer(work)
    const images = [record, second, container]
    const index: RepositoryIndex = { version: 1, name: 'Lab repository', images }
    await writeFile(join(work, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)
    await writeFile(join(work, 'built-from'), `${key}\n`)
    // A guest whose disk is committed into its template must fail, not change the template of all.
    await chmod(image, 0o444)
    await chmod(rescue, 0o444)
    await rename(image, join(repositoryDir, file))
    await rename(rescue, join(repositoryDir, rescueFile))
    await rename(join(work, containerFile), join(repositoryDir, containerFile))
    await rename(join(work, 'index.json'), join(repositoryDir, 'index.json'))
    await rename(join(work, 'built-from'), join(cacheDir, 'built-from'))
    return record
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Where the lab keeps the utility guest of this version of the program. */
export const utilityGuestFolder = () => join(cacheDir, `utility-guest-${sourcesKey()}`)

/** Makes the utility guest while the host's network is there: inside a lab there is none. */
export async function ensureUtilityGuest(): Promise<void> {
  makeLabRoot()
  if (existsSync(utilityGuestFolder())) return
  const work = await mkdtemp(join(cacheDir, 'utility-'))
  try {
    await buildUtilityGuest(work)
    await rename(join(work, 'out'), utilityGuestFolder()).catch((fault) => {
      if (!existsSync(utilityGuestFolder())) throw fault
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function recordOf(image: string, own: Pick<ImageRecord, 'name' | 'file' | 'tags'>): Promise<ImageRecord> {
  const { 'virtual-size': size } = JSON.parse(await must(['qemu-img', 'info', '--output=json', image]))
  const virtual = Math.ceil(Number(size) / 2 ** 20)
  return {
    ...own,
    format: 'qcow2',
    sha256: await sha256(image),
    size_bytes: (await stat(image)).size,
    virtual_size_mib: virtual,
    min_ram_mib: 128,
    min_disk_mib: virtual,
    login_user: 'root',
    os_group: 'linux',
    updated_at: new Date().toISOString(),
  }
}

/** Builds LXD's image in a folder; answers its record. */
async function buildContainer(work: string): Promise<ImageRecord> {
  const image = join(work, containerFile)
  await mkdir(join(work, 'container'))
  await must(['sh', join(containerSource, 'build.sh'), join(work, 'container'), image])
  await chmod(image, 0o444)
  return {
    name: 'Tiny container 1.0',
    file: containerFile,
    format: 'lxd',
    sha256: await sha256(image),
    size_bytes: (await stat(image)).size,
    virtual_size_mib: 16,
    min_ram_mib: 16,
    min_disk_mib: 16,
    login_user: 'root',
    os_group: 'linux',
    tags: ['tiny', 'container'],
    updated_at: new Date().toISOString(),
  }
}

/** Name of the folder in the cache that holds Debian's kernel for virtual machines, unpacked. */
export async function ensureKernel(): Promise<string> {
  if (process.arch !== 'x64') throw new Error('The tiny guest is built for x86-64 only.')
  const known = readdirSync(cacheDir).filter((name) => name.startsWith('linux-image-'))
  const newest = known.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  if (newest) return newest
  const work = await mkdtemp(join(cacheDir, 'kernel-'))
  try {
    // The package of that name is empty and depends on the current kernel's.
    await downloadPackage('linux-image-cloud-amd64', work)
    const [empty = ''] = readdirSync(work)
    const depends = await must(['dpkg-deb', '--field', join(work, empty), 'Depends'])
    const name = /^linux-image-[\w.+-]+/.exec(depends)?.[0]
    if (!name) throw new Error(`linux-image-cloud-amd64 depends on no kernel: ${depends}`)
    await rm(join(work, empty))
    await downloadPackage(name, work)
    const [deb = ''] = readdirSync(work)
    await must(['dpkg-deb', '--extract', join(work, deb), join(work, 'unpacked')])
    const folder = deb.replace(/\.deb$/, '')
    await rename(join(work, 'unpacked'), join(cacheDir, folder)).catch((fault) => {
      // Another process has unpacked the same kernel meanwhile.
      if (!existsSync(join(cacheDir, folder))) throw fault
    })
    return folder
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Changes whenever anything does that the image is made of. */
async function imageKey(kernel: string): Promise<string> {
  const hash = createHash('sha256').update(kernel)
  hash.update(await must(['dpkg-query', '--show', ...ingredients]))
  for (const folder of [source, containerSource]) hashFolder(hash, folder)
  return hash.digest('hex')
}

function readIndex(): { built_from: string; index: RepositoryIndex } | null {
  try {
    const index = JSON.parse(readFileSync(join(repositoryDir, 'index.json'), 'utf8')) as RepositoryIndex
    return { built_from: readFileSync(join(cacheDir, 'built-from'), 'utf8').trim(), index }
  } catch {
    return null
  }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
