import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cpioArchive, type Item } from './cpio.ts'
import { neededLibraries } from './elf.ts'
import { kernelModules } from './modules.ts'
import { Packages } from './packages.ts'
import { notHere } from './run.ts'
import { guestSource, PROGRAM } from './sources.ts'

const PROGRAMS = [
  'bin/busybox',
  'sbin/lvm',
  'sbin/e2fsck',
  'sbin/resize2fs',
  'sbin/sfdisk',
  'sbin/xfs_growfs',
  'bin/btrfs',
  'bin/ntfs-3g',
]
const LIBRARIES = 'lib/x86_64-linux-gnu'
const LOADER = 'lib64/ld-linux-x86-64.so.2'
/** Of Python's library only what is not part of the program and is wanted to start it. */
const PYTHON = [
  'encodings/__init__.py',
  'encodings/aliases.py',
  'encodings/utf_8.py',
  'encodings/latin_1.py',
  'encodings/ascii.py',
  'os.py',
]

/**
 * Makes kernel, initial RAM disk, their checksums and a list of packages in `work/out`. The same packages make the same bytes.
 * @throws PanelError refused, with what to do
 */
export async function buildUtilityGuest(work: string): Promise<void> {
  const packages = new Packages(work)
  await packages.first()
  const python = readdirSync(path.join(packages.root, 'usr/bin')).find((name) => /^python3\.\d+$/.test(name))
  if (!python) throw notHere('there is no Python in the packages')
  const items = new Map<string, Item>()
  const put = (file: string, content: Buffer, executable = false) => {
    const folders = file.split('/').slice(0, -1)
    for (const at of folders.keys()) items.set(folders.slice(0, at + 1).join('/'), { kind: 'folder' })
    items.set(file, { kind: 'file', content, executable })
  }
  for (const folder of ['dev', 'proc', 'sys', 'mnt', 'run', 'tmp', 'etc/lvm']) put(`${folder}/.keep`, Buffer.alloc(0))
  const programs = [...PROGRAMS, `bin/${python}`]
  for (const program of programs) put(program, must(packages.read(program), program), true)
  await putLibraries(packages, programs, items, put)
  put(LOADER, must(packages.read(`${LIBRARIES}/ld-linux-x86-64.so.2`), LOADER), true)
  for (const file of PYTHON) put(`usr/lib/${python}/${file}`, must(packages.read(`lib/${python}/${file}`), file))
  items.set('bin/python3', { kind: 'link', target: python })
  const modules = await kernelModules(packages.root)
  for (const [at, { name, content }] of modules.entries())
    put(`modules/${String(at).padStart(3, '0')}-${name}.ko`, content)
  put('init', guestSource('init'), true)
  for (const name of PROGRAM) put(name, guestSource(name))
  const boot = path.join(packages.root, 'boot')
  const kernel = readdirSync(boot).find((name) => name.startsWith('vmlinuz-'))
  write(path.join(work, 'out'), {
    kernel: must(kernel ? packages.read(`boot/${kernel}`) : null, 'vmlinuz'),
    initrd: cpioArchive(items),
    packages: Buffer.from(`${packages.list().join('\n')}\n`),
  })
}

async function putLibraries(
  packages: Packages,
  programs: readonly string[],
  items: Map<string, Item>,
  put: (file: string, content: Buffer) => void,
): Promise<void> {
  const missing = () => {
    const wanted = programs.map((program) => packages.read(program)!)
    const absent: string[] = []
    for (let file = wanted.pop(); file; file = wanted.pop()) {
      for (const name of neededLibraries(file)) {
        const place = `${LIBRARIES}/${name}`
        if (items.has(place) || name.startsWith('ld-linux')) continue
        const content = packages.read(place)
        if (!content) absent.push(name)
        else {
          put(place, content)
          wanted.push(content)
        }
      }
    }
    return absent
  }
  for (let absent = missing(); absent.length > 0; absent = missing()) {
    // A library that is there already was looked through before its own needs were fetched.
    for (const place of [...items.keys()]) if (place.startsWith(`${LIBRARIES}/`)) items.delete(place)
    if (!(await packages.more())) throw notHere(`no package has ${absent.join(', ')}`)
  }
}

function must(content: Buffer | null, what: string): Buffer {
  if (!content) throw notHere(`no package has ${what}`)
  return content
}

function write(folder: string, files: Record<string, Buffer>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), content, { mode: 0o644 })
    writeFileSync(path.join(folder, `${name}.sha256`), `${createHash('sha256').update(content).digest('hex')}\n`)
  }
}
