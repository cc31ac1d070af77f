import { KeyObject } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import type { Client } from 'ssh2'
import { expect, test } from 'vitest'
import { gatherWrites, keepKeys } from './speed.ts'

test('what is written in one turn leaves in one piece, in order', async () => {
  const pieces: string[] = []
  const socket = new Duplex({
    read() {},
    writev(chunks, callback) {
      pieces.push(chunks.map(({ chunk }) => String(chunk)).join(''))
      callback()
    },
  })
  gatherWrites(socket)
  for (const text of ['a', 'b', 'c']) socket.write(text)
  expect(pieces).toEqual([])
  await new Promise(setImmediate)
  socket.write('d')
  socket.end('e')
  await new Promise((done) => socket.once('finish', done))
  expect(pieces).toEqual(['abc', 'de'])
})

test('keys are kept as objects, also the next ones, and what is not known stays as it is', () => {
  const key = Buffer.alloc(16, 7)
  const made = (cipher: object, decipher: object) =>
    Object.assign(new EventEmitter(), { _protocol: { _cipher: cipher, _decipher: decipher } })
  const client = made({ _encKey: key }, { _decipherKey: key })
  keepKeys(client as unknown as Client)
  const { _cipher, _decipher } = client._protocol as unknown as Record<string, Record<string, KeyObject>>
  expect(_cipher?._encKey?.export()).toEqual(key)
  expect(_decipher?._decipherKey).toBeInstanceOf(KeyObject)

  client._protocol = { _cipher: { _encKey: key }, _decipher: { _other: key } }
  client.emit('handshake')
  expect(client._protocol._cipher).toEqual({ _encKey: expect.any(KeyObject) })
  expect(client._protocol._decipher).toEqual({ _other: key })

  const unknown = new EventEmitter()
  keepKeys(unknown as unknown as Client)
  expect(() => unknown.emit('handshake')).not.toThrow()
})
