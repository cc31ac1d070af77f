import { expect, it } from 'vitest'
import { contentFault, HEAD_BYTES, type Holds } from './content.ts'
import {
  ALLOWED_MIB,
  archive,
  disk,
  goodQcow2,
  hostileIsos,
  hostilePacking,
  hostileQcow2,
  hostileRaw,
  iso,
} from './hostile-fixture.ts'
import { sampleQcow2 } from './sample.ts'

const judged = (bytes: Buffer, holds: Holds, size = bytes.length) =>
  contentFault(bytes.subarray(0, HEAD_BYTES), size, holds)?.toString() ?? null

it('takes a qcow2 image up to the size that it may declare', () => {
  for (const size of [1, ALLOWED_MIB]) expect(judged(sampleQcow2(size), disk('qcow2'))).toBeNull()
  expect(judged(sampleQcow2(5), disk('qcow2'))).toMatch(/at least 5 MiB, and at most 4 MiB/)
  expect(judged(sampleQcow2(40 * 2 ** 20), { kind: 'disk', format: 'qcow2', size_mib: 40 * 2 ** 20 })).toBeNull()
})

it('takes one of version 2, which ends its header earlier', () => {
  const old = Buffer.from(goodQcow2)
  old.writeUInt32BE(2, 4)
  old.fill(0, 72, 112)
  expect(judged(old, disk('qcow2'))).toBeNull()
})

it('takes what the panel has made itself, whatever it is', () => {
  expect(judged(hostileQcow2[0]?.bytes ?? Buffer.alloc(0), { kind: 'own' })).toBeNull()
})

it('never throws, whatever bytes it gets', () => {
  let seed = 1
  const dice = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed
  }
  const all = [...hostileQcow2, ...hostileRaw, ...hostileIsos, ...hostilePacking]
  const heads = all.map(({ bytes }) => bytes.subarray(0, HEAD_BYTES))
  for (let n = 0; n < 600; n++) {
    const bytes = Buffer.from(heads[n % heads.length] ?? Buffer.alloc(0))
    for (let k = 0; k < 1 + (n % 5) && bytes.length > 0; k++) bytes[dice() % Math.min(bytes.length, 120)] = dice() & 255
    const size = n % 3 === 0 ? dice() : bytes.length
    for (const holds of [disk('qcow2'), disk('raw'), iso, archive]) contentFault(bytes, size, holds)
  }
})
