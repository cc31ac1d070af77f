import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpioArchive, type Item } from '../../server/utility-guest/cpio.ts'
import type { LiveSystem } from './live-system.ts'

const program = (name: string): Item => ({
  kind: 'file',
  content: readFileSync(join(import.meta.dirname, 'installer', name)),
  executable: true,
})

/**
 * The initial RAM disk of an installer in small: the live system's with another `main`, and the small system that it installs. What it does on the network and with
 * its answer file is what installers do.
 */
export function smallInstaller({ initrd, small }: Pick<LiveSystem, 'initrd' | 'small'>): Buffer {
  const items = new Map<string, Item>([
    ['usr/lib/datahall/main', program('main')],
    ['usr/bin/debconf-set', program('debconf-set')],
    ['small.zst', { kind: 'file', content: readFileSync(small), executable: false }],
  ])
  const system = readFileSync(initrd)
  // An archive that is not packed begins at a multiple of four bytes.
  return Buffer.concat([system, Buffer.alloc((4 - (system.length % 4)) % 4), cpioArchive(items)])
}
