import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { must } from './run.ts'
import type { ServerSystem } from './server.ts'

// Something to boot on a server's disk, written from this host while the server is off.

/**
 * A boot sector for BIOS that counts: it adds one to the first byte of the next sector, on the disk, and says `start N from disk`
 * (N: one digit) on the serial port.
 */
export function writeCounter(file: string): void {
  const words = Buffer.from('start ? from disk\r\n\0', 'latin1')
  const at = 0x7c00
  const code = (text: number, digit: number) => [
    ...[0x31, 0xc0, 0x8e, 0xd8, 0x8e, 0xc0], // segments to 0
    ...[0xbb, 0x00, 0x7e, 0xb8, 0x01, 0x02, 0xb9, 0x02, 0x00, 0xba, 0x80, 0x00, 0xcd, 0x13], // read sector 2 to 7e00
    ...[0xfe, 0x06, 0x00, 0x7e], // add one to the byte at 7e00
    ...[0xb8, 0x01, 0x03, 0xb9, 0x02, 0x00, 0xba, 0x80, 0x00, 0xcd, 0x13], // write it back
    ...[0xa0, 0x00, 0x7e, 0x04, 0x30, 0xa2, digit & 0xff, digit >> 8], // as a digit into the text
    ...[0xbe, text & 0xff, text >> 8, 0xba, 0xf8, 0x03], // the text, and the port
    ...[0xac, 0x84, 0xc0, 0x74, 0x03, 0xee, 0xeb, 0xf8, 0xf4, 0xeb, 0xfd], // out, character by character; then halt
  ]
  const text = at + code(0, 0).length
  const sector = Buffer.alloc(512)
  sector.set(code(text, text + words.indexOf('?')))
  sector.set(words, text - at)
  sector.set([0x55, 0xaa], 510)
  const disk = openSync(file, 'r+')
  try {
    writeSync(disk, sector, 0, 512, 0)
  } finally {
    closeSync(disk)
  }
}

/** A file system for UEFI whose start script boots `system`, with these words for its kernel. @param notes file beside the disk that holds the script */
export async function writeStartScript(
  file: string,
  system: ServerSystem,
  words: string,
  notes: string,
): Promise<void> {
  await must(['mkfs.vfat', '-F', '32', file])
  writeFileSync(notes, `fs0:\r\nkernel.efi initrd=\\initrd ${words}\r\n`)
  const copy = (from: string, name: string) => must(['mcopy', '-i', file, from, `::/${name}`])
  await copy(system.kernel, 'kernel.efi')
  await copy(system.initrd, 'initrd')
  await copy(notes, 'startup.nsh')
}
