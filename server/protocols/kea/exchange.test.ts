import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { soon } from '../../shared/testing/soon.ts'
import { KeaClient } from './client.ts'

const folder = mkdtempSync(join(tmpdir(), 'kea-'))
const path = join(folder, 'socket')
const asked: string[] = []
let answer: (socket: Socket) => void
let server: Server
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      asked.push(data.toString())
      answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const kea = new KeaClient(async () => connect(path))
const says = (text: string) => {
  answer = (socket) => socket.end(text)
}

it('sends one object, and reads an answer that comes in pieces', async () => {
  const text = JSON.stringify({ result: 0, arguments: { extended: '2.2.0\nstable ü' } })
  answer = (socket) => {
    const bytes = Buffer.from(text)
    socket.write(bytes.subarray(0, bytes.length - 5))
    setTimeout(() => socket.end(bytes.subarray(bytes.length - 5)), 20)
  }
  expect(await kea.version({ signal: soon() })).toBe('2.2.0\nstable ü')
  expect(JSON.parse(asked.at(-1) ?? '')).toEqual({ command: 'version-get' })
})

it.each([
  ['its own reason', '{"result":1,"text":"subnet \\u0027x\\u0027 is bad"}', 'rejected', "subnet 'x' is bad"],
  ['no reason', '{"result":7}', 'rejected', 'result 7'],
  ['an unknown command', '{"result":2,"text":"not supported"}', 'unsupported', 'not supported'],
  ['no JSON', 'HTTP/1.1 400 Bad Request', 'malformed', 'cannot be read'],
  ['another shape', '[1]', 'malformed', 'cannot be read'],
  ['half an answer', '{"result":0,', 'malformed', 'cannot be read'],
  ['nothing', '', 'lost', 'without an answer'],
])('reports %s', async (_, text, kind, words) => {
  says(text)
  await expect(kea.test({ Dhcp4: {} }, { signal: soon() })).rejects.toMatchObject({
    kind,
    message: expect.stringContaining(words),
  })
})

it('takes no more than it was allowed', async () => {
  says(JSON.stringify({ result: 0, text: 'x'.repeat(5000) }))
  const limits = { signal: soon(), maxBytes: 1000 }
  await expect(kea.set({ Dhcp4: {} }, limits)).rejects.toMatchObject({ kind: 'too_large' })
})

it('waits no longer than it was told, and not after it was stopped', async () => {
  answer = () => {}
  await expect(kea.version({ signal: soon(), timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' })
  const stop = new AbortController()
  const waiting = kea.version({ signal: stop.signal })
  setTimeout(() => stop.abort(new Error('stopped')), 30)
  await expect(waiting).rejects.toThrow('stopped')
})

it('knows a server without the hook for leases, and one without leases', async () => {
  says('{"result":2,"text":"\'lease4-get-all\' command not supported."}')
  expect(await kea.leases({ signal: soon() })).toBeNull()
  says('{"result":3,"text":"0 IPv4 lease(s) found."}')
  expect(await kea.leases({ signal: soon() })).toEqual([])
  says('{"result":0,"arguments":{"leases":[{"ip-address":"192.0.2.1"}]}}')
  await expect(kea.leases({ signal: soon() })).rejects.toMatchObject({ kind: 'malformed' })
})
