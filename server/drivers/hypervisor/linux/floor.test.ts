import { once } from 'node:events'
import { expect, it } from 'vitest'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { aboveFloor, requireAbove } from './floor.ts'

const MIB = 1 << 20

/** A node whose file system has these amounts free, one after another. */
function nodeWith(...free: number[]): { ssh: SshConnection; asked: string[] } {
  const asked: string[] = []
  const files = {
    space: async (folder: string) => {
      asked.push(folder)
      return { total: 100 * MIB, free: (free.length > 1 ? free.shift() : free[0]) ?? 0 }
    },
  }
  const sftp = async (_: AbortSignal, use: (opened: typeof files) => unknown) => use(files)
  return { ssh: { sftp } as unknown as SshConnection, asked }
}
const floor = { folder: '/images', bytes: 10 * MIB, everyMs: 1 }
const never = new AbortController().signal

it('room is asked for above the floor', async () => {
  await requireAbove(nodeWith(30 * MIB).ssh, floor, 20 * MIB, never)
  await expect(requireAbove(nodeWith(30 * MIB - 1).ssh, floor, 20 * MIB, never)).rejects.toThrow(
    /29 MiB free at \/images; the image needs 30/,
  )
})

it('what writes is ended at the floor, and says why', async () => {
  const { ssh, asked } = nodeWith(50 * MIB, 20 * MIB, 9 * MIB)
  const writing = aboveFloor(ssh, floor, never, async (signal) => {
    await once(signal, 'abort')
    throw new Error('the program was killed')
  })
  await expect(writing).rejects.toThrow(/Only 9 MiB are left at \/images/)
  expect(asked).toHaveLength(3)
})

it('what ends by itself, fails or is called off keeps its own end', async () => {
  const { ssh } = nodeWith(50 * MIB)
  expect(await aboveFloor(ssh, floor, never, async () => 7)).toBe(7)
  const fails = async () => {
    throw new Error('its own')
  }
  await expect(aboveFloor(ssh, floor, never, fails)).rejects.toThrow('its own')
  const off = new AbortController()
  const writing = aboveFloor(ssh, floor, off.signal, async (signal) => {
    await once(signal, 'abort')
    throw signal.reason
  })
  off.abort(new Error('called off'))
  await expect(writing).rejects.toThrow('called off')
})
