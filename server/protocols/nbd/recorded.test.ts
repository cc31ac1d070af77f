import { duplexPair } from 'node:stream'
import { expect, test } from 'vitest'
import { NbdClient } from './client.ts'
import { ALLOCATION, bitmapContext } from './regions.ts'
import { REQUEST_BYTES } from './wire.ts'

// What qemu-nbd 7.2 says of a qcow2 disk of 1 MiB with 512 bytes at 64 KiB, and after a bitmap was added 512 more at 128 KiB.

const bytes = (...hex: string[]) => Buffer.from(hex.join(''), 'hex')

const handshake = bytes(
  '4e42444d4147494349484156454f505400030003e889045565a900000008000000010000000000',
  '03e889045565a90000000a000000040000001300000000626173653a616c6c6f636174696f6e00',
  '03e889045565a90000000a00000004000000180000000271656d753a64697274792d6269746d61703a623100',
  '03e889045565a90000000a00000001000000000003e889045565a900000007000000030000000e',
  '00030000000100001000020000000003e889045565a900000007000000030000000c000000000000',
  '00100000048f0003e889045565a9000000070000000100000000',
)
const status = bytes(
  '668e33ef00000005000000000000000100000034000000000001000000000003000010000000000000',
  '00f0000000000200001000000000000000f00000000002000d000000000003',
  '668e33ef0001000500000000000000010000001c0000000200020000000000000001000000000001000d000000000000',
)
const read = Buffer.concat([
  bytes('668e33ef000100010000000000000002000004080000000000010000'),
  Buffer.alloc(512, 7),
  Buffer.alloc(512),
])
const readOnly = bytes('668e33ef000180010000000000000003000000190000001600134578706f727420697320726561642d6f6e6c79')

test('a recorded conversation with qemu-nbd is understood', async () => {
  const signal = AbortSignal.timeout(20_000)
  const [near, far] = duplexPair()
  const answers = [status, read, readOnly]
  let isHandshake = true
  far.on('data', (data: Buffer) => {
    // The option that ends the handshake is the last of several; what follows are requests of one size.
    if (isHandshake) isHandshake = !data.includes(bytes('49484156454f505400000007'))
    else if (data.length === REQUEST_BYTES && answers.length > 0) far.write(answers.shift())
  })
  far.write(handshake)
  const bitmap = bitmapContext('b1')
  const client = await NbdClient.open(near, { name: 'disk', contexts: [ALLOCATION, bitmap], signal })
  expect(client).toMatchObject({ size: 1 << 20, readOnly: true, contexts: [ALLOCATION, bitmap] })
  expect(await client.blockStatus(0, 1 << 20, signal)).toEqual(
    new Map([
      [
        ALLOCATION,
        [
          { length: 65_536, flags: 3 },
          { length: 4096, flags: 0 },
          { length: 61_440, flags: 2 },
          { length: 4096, flags: 0 },
          { length: 61_440, flags: 2 },
          { length: 851_968, flags: 3 },
        ],
      ],
      [
        bitmap,
        [
          { length: 131_072, flags: 0 },
          { length: 65_536, flags: 1 },
          { length: 851_968, flags: 0 },
        ],
      ],
    ]),
  )
  const data = await client.read(65_536, 1024, signal)
  expect(data.equals(Buffer.concat([Buffer.alloc(512, 7), Buffer.alloc(512)]))).toBe(true)
  await expect(client.write(0, Buffer.alloc(512), signal)).rejects.toMatchObject({
    kind: 'refused',
    errno: 22,
    message: expect.stringContaining('Export is read-only'),
  })
  client.close()
  expect(await client.closed).toBeNull()
})
