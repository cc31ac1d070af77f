import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BootDesk } from './desk.ts'
import { deskServer } from './desk-server.ts'

const ticket = 'T'.repeat(43)
const key = 'a'.repeat(64)
const script = '#!ipxe\nboot\n'

let desk: { [Name in keyof Omit<BootDesk, 'address'>]: ReturnType<typeof vi.fn> } & { address: string }
let other: typeof desk
let faults: unknown[]
let listener: Server
let answering: ReturnType<typeof deskServer>

beforeEach(async () => {
  desk = {
    address: 'http://10.77.0.2:8080',
    script: vi.fn(async () => script),
    openSession: vi.fn(async () => key),
    searchScript: vi.fn(async () => script),
    openSearch: vi.fn(async () => key),
    hello: vi.fn(async () => ({ job: [['mode', 'diag']] })),
    progress: vi.fn(async () => null),
    answer: vi.fn(async () => 'd-i'),
    installer: vi.fn(async () => true),
    result: vi.fn(async () => ({ next: 'poweroff' })),
  }
  other = { ...desk, address: 'http://10.78.0.2:8080', script: vi.fn(async () => 'of the other') }
  faults = []
  answering = deskServer([desk, other] as unknown as [BootDesk, BootDesk], (fault) => faults.push(fault))
  listener = createServer((socket: Socket) => answering.take(socket))
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  answering.close()
  listener.close()
})

function ask(method: string, path: string, body: string | null = null, headers: Record<string, string> = {}) {
  const { port } = listener.address() as AddressInfo
  return new Promise<{ status: number; text: string; bytes: Buffer }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        resolve({ status: answer.statusCode ?? 0, text: bytes.toString(), bytes })
      })
    })
    asked.on('error', reject)
    asked.end(body ?? undefined)
  })
}
const signed = { authorization: `Bearer ${key}` }

describe('a machine', () => {
  it.each([
    ['10.77.0.2:8080', script, 'http://10.77.0.2:8080'],
    ['10.78.0.2:8080', 'of the other', 'http://10.78.0.2:8080'],
    // What is no address of the web server.
    ['10.78.0.2', script, 'http://10.77.0.2:8080'],
    ['evil.example:8080', script, 'http://10.77.0.2:8080'],
  ])('that asks at %s is told the address that it asked, if it is one', async (host, text, address) => {
    expect((await ask('GET', `/boot/${ticket}/script`, null, { host })).text).toBe(text)
    expect((await ask('GET', `/boot/${ticket}/session`, null, { host })).text).toContain(`address=${address}\n`)
  })
})

describe('a ticket', () => {
  it('gives a script, and once a session with its key in a file', async () => {
    expect(await ask('GET', `/boot/${ticket}/script`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('#!ipxe'),
    })
    const { status, bytes } = await ask('GET', `/boot/${ticket}/session`)
    expect(status).toBe(200)
    expect(bytes.toString()).toContain(`address=http://10.77.0.2:8080\nkey=${key}\n`)
    desk.openSession.mockResolvedValueOnce(null)
    expect(await ask('GET', `/boot/${ticket}/session`)).toMatchObject({ status: 404, text: '' })
  })

  it.each(['x', `${ticket}x`, '%2e%2e', `${'T'.repeat(42)}%`, `${'T'.repeat(42)}%00`])(
    '%j is asked of nobody',
    async (wrong) => {
      for (const what of ['script', 'session'])
        expect((await ask('GET', `/boot/${wrong}/${what}`)).status).toBeGreaterThanOrEqual(400)
      expect(desk.script).not.toHaveBeenCalled()
      expect(desk.openSession).not.toHaveBeenCalled()
    },
  )
})

describe('the ticket of an answer file', () => {
  const from = { 'x-forwarded-for': '10.77.0.201' }
  it('gives the file to who asks from an address, and takes reports by either method', async () => {
    expect(await ask('GET', `/boot/answer/${ticket}/preseed.cfg`, null, from)).toMatchObject({
      status: 200,
      text: 'd-i',
    })
    expect(desk.answer).toHaveBeenCalledExactlyOnceWith(ticket, 'preseed.cfg', { address: '10.77.0.201' })
    for (const method of ['GET', 'POST'])
      expect((await ask(method, `/boot/answer/${ticket}/report/done`, null, from)).status).toBe(200)
    expect(desk.installer).toHaveBeenLastCalledWith(ticket, 'done', { address: '10.77.0.201' })
    desk.answer.mockResolvedValueOnce(null)
    desk.installer.mockResolvedValueOnce(false)
    for (const path of ['preseed.cfg', 'report/done'])
      expect(await ask('GET', `/boot/answer/${ticket}/${path}`)).toMatchObject({ status: 404, text: '' })
  })

  it.each([
    ...['x/preseed.cfg', `${ticket}x/preseed.cfg`, `${ticket}/..%2fetc`, `${ticket}/.hidden`, `${ticket}/UPPER`],
    ...[`${ticket}/report/reboot`, `${ticket}/report/..%2fdone`, 'x/report/done'],
  ])('%s is asked of nobody', async (path) => {
    expect((await ask('GET', `/boot/answer/${path}`)).status).toBe(404)
    expect(desk.answer).not.toHaveBeenCalled()
    expect(desk.installer).not.toHaveBeenCalled()
  })
})

describe('a machine that nobody knows', () => {
  it('gets the script for all, and a session by its card and the address that the web server saw', async () => {
    expect(await ask('GET', '/boot/search/script')).toMatchObject({ status: 200, text: script })
    const { status, bytes } = await ask('GET', '/boot/search/52-54-00-AA-00-01/session', null, {
      'x-forwarded-for': '10.77.0.201',
    })
    expect([status, bytes.toString()]).toEqual([200, expect.stringContaining(`key=${key}\n`)])
    expect(desk.openSearch).toHaveBeenCalledExactlyOnceWith('52:54:00:aa:00:01', { address: '10.77.0.201' })
    desk.openSearch.mockResolvedValueOnce(null)
    expect(await ask('GET', '/boot/search/52-54-00-aa-00-01/session')).toMatchObject({ status: 404, text: '' })
    expect(desk.openSearch).toHaveBeenLastCalledWith('52:54:00:aa:00:01', { address: null })
    expect(desk.openSession).not.toHaveBeenCalled()
  })

  it.each(['x', '52-54-00-aa-00', '52:54:00:aa:00:01', '52-54-00-aa-00-0g', '52-54-00-aa-00-01%00'])(
    'with the card %j asks nobody',
    async (mac) => {
      expect((await ask('GET', `/boot/search/${mac}/session`)).status).toBe(404)
      expect(desk.openSearch).not.toHaveBeenCalled()
    },
  )
})

describe('a key', () => {
  it('gives the job for a report, takes progress and result', async () => {
    const report = { version: 1 }
    const hello = await ask('POST', '/boot/hello', JSON.stringify(report), signed)
    expect(hello).toMatchObject({ status: 200, text: `mode ${Buffer.from('diag').toString('base64')}\n` })
    expect(desk.hello).toHaveBeenCalledWith(key, report, { address: null })
    expect((await ask('POST', '/boot/progress', 'step disks\npercent 5\n', signed)).status).toBe(204)
    expect(desk.progress).toHaveBeenCalledWith(key, { step: 'disks', percent: 5, words: null }, { address: null })
    expect(await ask('POST', '/boot/result', '{"ok":true}', signed)).toMatchObject({
      status: 200,
      text: 'next poweroff\n',
    })
  })

  it.each<Record<string, string>>([
    {},
    { authorization: key },
    { authorization: `Bearer ${'A'.repeat(64)}` },
    { authorization: `Bearer ${key}0` },
  ])('is asked of nobody when it has not the form: %j', async (headers) => {
    for (const [method, path] of [
      ['POST', 'hello'],
      ['POST', 'progress'],
      ['POST', 'result'],
    ] as const)
      expect(await ask(method, `/boot/${path}`, method === 'POST' ? '{}' : null, headers)).toMatchObject({
        status: 403,
        text: '',
      })
    expect(desk.hello).not.toHaveBeenCalled()
    expect(desk.result).not.toHaveBeenCalled()
  })

  it('that nobody knows, and an operation that is over, are told apart', async () => {
    desk.hello.mockResolvedValueOnce('unknown')
    expect((await ask('POST', '/boot/hello', '{}', signed)).status).toBe(403)
    desk.progress.mockResolvedValueOnce({ over: 'The operation was cancelled' })
    expect(await ask('POST', '/boot/progress', 'step write', signed)).toMatchObject({
      status: 409,
      text: 'The operation was cancelled\n',
    })
  })
})

describe('what is sent', () => {
  it.each([
    ['hello', '{'],
    ['hello', ''],
    ['result', 'ok'],
    ['progress', 'percent 5'],
  ])('to %s is refused when it is %j', async (path, body) => {
    expect((await ask('POST', `/boot/${path}`, body, signed)).status).toBe(400)
  })

  it.each([
    ['hello', (1 << 20) + 1],
    ['result', (1 << 20) + 1],
    ['progress', 4097],
  ])('to %s is refused when it is over its bound', async (path, bytes) => {
    const long = JSON.stringify('x'.repeat(bytes))
    // The answer may come before all of it was sent.
    const answer = await ask('POST', `/boot/${path}`, long, signed).catch((fault: NodeJS.ErrnoException) => fault.code)
    expect(answer === 'EPIPE' || answer === 'ECONNRESET' || (typeof answer === 'object' && answer.status === 413)).toBe(
      true,
    )
    for (const one of [desk.hello, desk.result, desk.progress]) expect(one).not.toHaveBeenCalled()
  })
})

it('a fault of the desk is asked again later, and told to who runs it', async () => {
  const fault = new Error('the database is away')
  desk.hello.mockRejectedValueOnce(fault)
  expect(await ask('POST', '/boot/hello', '{}', signed)).toMatchObject({ status: 500, text: '' })
  expect(faults).toEqual([fault])
})
