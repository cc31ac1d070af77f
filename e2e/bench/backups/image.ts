import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { random } from '../../../server/backup-store/random-fixture.ts'

const MIB = 1 << 20
/** A fifth of a disk is in use, in stretches of so many MiB. */
const [USED, STRETCH] = [5, 16]

/** The same disk twice: as QEMU has it, and as a sparse file for programs that read files. */
export type Image = { raw: string; qcow2: string; mib: number; used: number[] }

/** Like files of a system: a third noise, the rest repeats within a few hundred bytes. */
function content(bytes: number): Buffer {
  const data = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 4096) {
    if ((at >> 12) % 3 === 0) randomBytes(4096).copy(data, at)
    else data.fill(randomBytes(200), at, at + 4096)
  }
  return data
}

/** Makes the disk in a folder. */
export function makeImage(folder: string, mib: number): Image {
  const [raw, qcow2] = [path.join(folder, 'disk.raw'), path.join(folder, 'disk.qcow2')]
  for (const file of [raw, qcow2]) rmSync(file, { force: true })
  const used: number[] = []
  for (let at = 0; at < mib; at += STRETCH * USED) for (let n = at; n < Math.min(mib, at + STRETCH); n++) used.push(n)
  const handle = openSync(raw, 'w')
  for (const n of used) writeSync(handle, content(MIB), 0, MIB, n * MIB)
  ftruncateSync(handle, mib * MIB)
  closeSync(handle)
  execFileSync('qemu-img', ['convert', '-f', 'raw', '-O', 'qcow2', raw, qcow2])
  execFileSync('sync', ['-f', folder])
  return { raw, qcow2, mib, used }
}

/** Overwrites parts of both, the same bytes. QEMU writes its own, so that its notes of what has changed are right. */
function write({ raw, qcow2 }: Image, writes: { offset: number; data: Buffer }[]): void {
  const handle = openSync(raw, 'r+')
  const parts = writes.map(({ offset, data }, n) => {
    writeSync(handle, data, 0, data.length, offset)
    const file = `${raw}.part-${n}`
    writeFileSync(file, data)
    return { file, words: ['-c', `write -q -s ${file} ${offset} ${data.length}`] }
  })
  closeSync(handle)
  for (let from = 0; from < parts.length; from += 400) {
    const words = parts.slice(from, from + 400).flatMap((one) => one.words)
    execFileSync('qemu-io', ['-f', 'qcow2', ...words, qcow2])
  }
  for (const { file } of parts) rmSync(file)
  execFileSync('qemu-img', ['compare', '-f', 'raw', '-F', 'qcow2', raw, qcow2], { stdio: 'ignore' })
  execFileSync('sync', ['-f', path.dirname(raw)])
}

/** One in a hundred MiB of the disk, in stretches of 4 MiB that are in use. */
export function changePart(image: Image, seed: number): number {
  const dice = random(seed)
  const count = Math.max(1, Math.round(image.mib / 100 / 4))
  const writes = Array.from({ length: count }, () => {
    const first = image.used[dice(Math.floor(image.used.length / STRETCH)) * STRETCH + dice(3) * 4] ?? 0
    return { offset: first * MIB, data: content(4 * MIB) }
  })
  write(image, writes)
  return count * 4
}

/** Writes of 64 KiB here and there, as databases do: one for each 14 MiB of the disk. */
export function changeHereAndThere(image: Image, seed: number): number {
  const dice = random(seed)
  const count = Math.max(16, Math.round(image.mib / 14))
  const writes = Array.from({ length: count }, () => {
    const mib = image.used[dice(image.used.length)] ?? 0
    return { offset: mib * MIB + dice(16) * 65_536, data: content(65_536) }
  })
  write(image, writes)
  return (count * 64) / 1024
}
