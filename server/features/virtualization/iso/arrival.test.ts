import { expect, it } from 'vitest'
import { pace, reserving } from './arrival.ts'
import { LOOK_BYTES } from './reserve.ts'

const MIB = 2 ** 20

it('reserves all of what says how large it is, and notes it now and then', async () => {
  const asked: [number, number][] = []
  const arrives = reserving(async (...bytes) => void asked.push(bytes))
  for (let bytes = MIB; bytes <= 130 * MIB; bytes += MIB) await arrives(bytes, 130 * MIB)
  expect(asked).toEqual([0, 1, 2].map((n) => [n * LOOK_BYTES, 130 * MIB]))
})

it('reserves piece by piece what does not say it, and less again when it begins anew', async () => {
  const asked: [number, number][] = []
  const arrives = reserving(async (...bytes) => void asked.push(bytes))
  for (const mib of [1, 2, 65, 66, 1]) await arrives(mib * MIB, null)
  expect(asked).toEqual([
    [0, LOOK_BYTES],
    [LOOK_BYTES, 2 * LOOK_BYTES],
    [0, LOOK_BYTES],
  ])
})

it('ends what trickles, also over transfers that begin anew, and lets go on what is fast enough', async () => {
  let at = 0
  const slow = pace(() => at)
  at = 100_000
  await slow(1000, null)
  await slow(10, null)
  at = 121_000
  expect(() => slow(2000, null)).toThrow(/less than 256 KiB a second/)
  const fast = pace(() => at)
  for (let n = 1; n <= 10; n++) {
    at += 60_000
    await fast(n * 60 * 300 * 1024, null)
  }
  at += 120_000
  expect(() => fast(10 * 60 * 300 * 1024 + 1, null)).toThrow(/less than/)
})
