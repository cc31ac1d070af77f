import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './run.ts'

/** What the guest's kernel needs; those it has built in are no modules, and `optional` ones not all kernels have. */
const WANTED = [
  'virtio_pci',
  'virtio_blk',
  'virtio_console',
  'dm_mod',
  'ext4',
  'xfs',
  'btrfs',
  'vfat',
  'isofs',
  'fuse',
  'nls_cp437',
  'nls_iso8859_1',
  'nls_ascii',
  'nls_utf8',
  'crc32c_generic',
  'xxhash_generic',
  'blake2b_generic',
  'sha256_generic',
]

export type Module = { name: string; content: Buffer }

/** Modules in an order in which they can be loaded, each after those it depends on. */
export async function kernelModules(root: string): Promise<Module[]> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(path.join(root, 'lib/modules'), { recursive: true, withFileTypes: true })) {
    const name = /^(.+)\.ko(\.xz)?$/.exec(entry.name)?.[1]
    if (name && entry.isFile()) files.set(name.replaceAll('-', '_'), path.join(entry.parentPath, entry.name))
  }
  const loaded = new Map<string, Module>()
  const load = async (name: string) => {
    const file = files.get(name)
    if (!file || loaded.has(name)) return
    const content = file.endsWith('.xz')
      ? await run(['xz', '--decompress', '--stdout', file], { timeoutMs: 30_000 })
      : readFileSync(file)
    const depends = /\0depends=([^\0]*)\0/.exec(content.toString('latin1'))?.[1] ?? ''
    for (const other of depends.split(',').filter(Boolean)) await load(other.replaceAll('-', '_'))
    loaded.set(name, { name, content })
  }
  for (const name of WANTED) await load(name)
  return [...loaded.values()]
}
