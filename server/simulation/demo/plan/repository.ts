import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isoImage } from '../../../protocols/iso9660/write.ts'
import { tarOf } from '../../../protocols/tar-layout/write.ts'
import { demoContainerFiles, demoContainerSystem } from './containers.ts'
import { demoRescue, demoSystems } from './plan.ts'
import { writeTemplates } from './templates.ts'

/** Small ones that stand for installation media. */
const demoIsos = [
  {
    name: 'INSTALL',
    title: 'Debian 13 installer',
    os_group: 'linux',
    comment: 'Network installation',
    readme: 'Debian\n',
  },
  { name: 'VIRTIO', title: 'VirtIO drivers for Windows', os_group: 'windows', comment: null, readme: 'Drivers\n' },
].map(({ comment, ...one }) => ({ ...one, ...(comment !== null && { comment }) }))

/**
 * Writes the demo's repository: an index and small files that stand for images and OS templates. The simulated nodes and control hosts copy and check
 * them for real.
 */
export async function writeDemoRepository(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const images = []
  for (const [n, system] of [...demoSystems, demoRescue].entries()) {
    const content = randomBytes(256 * 1024)
    const file = `system-${n + 1}.raw`
    images.push({
      ...system,
      ...(await written(directory, file, content)),
      format: 'raw',
      virtual_size_mib: 1024,
      updated_at: new Date().toISOString(),
    })
  }
  const archive = tarOf(demoContainerFiles.map(({ name, text }) => ({ name, content: Buffer.from(text) })))
  images.push({
    ...demoContainerSystem,
    ...(await written(directory, 'container.tar', archive)),
    format: 'lxd',
    virtual_size_mib: 512,
    updated_at: new Date().toISOString(),
  })
  const isos = []
  for (const { readme, ...one } of demoIsos) {
    const content = isoImage(one.name, new Map([['readme.txt', Buffer.from(readme)]]))
    const file = `${one.name}.iso`
    isos.push({ ...one, name: one.title, ...(await written(directory, file, content)) })
  }
  const os_templates = await writeTemplates(directory, false)
  await writeIndex(directory, { version: 1, name: 'Demo', images, isos, os_templates })
  return directory
}

/** Writes a file, and what the index has of it. */
async function written(directory: string, file: string, content: Buffer) {
  await writeFile(path.join(directory, file), content)
  return { file, sha256: createHash('sha256').update(content).digest('hex'), size_bytes: content.length }
}

/** Offers newer versions of some OS templates, as a repository does after some time. */
export async function renewDemoRepository(directory: string): Promise<void> {
  const index = JSON.parse(await readFile(path.join(directory, 'index.json'), 'utf8')) as object
  await writeIndex(directory, { ...index, os_templates: await writeTemplates(directory, true) })
}

const writeIndex = (directory: string, index: object) =>
  writeFile(path.join(directory, 'index.json'), JSON.stringify(index, null, 1))
