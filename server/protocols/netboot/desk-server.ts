import { createServer, type Server } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cpioArchive } from './cpio.ts'
import { type Asking, type BootDesk, installerReports, type Refusal } from './desk.ts'
import { encodeJob, readProgress } from './job.ts'

const MAX_BODY = 1 << 20
const MAX_PROGRESS = 4096
/** A live system on a slow line sends its report in a few seconds. */
const REQUEST_MS = 60_000
const MAX_CONNECTIONS = 512
const TICKET = /^[A-Za-z0-9_-]{43}$/
const KEY = /^Bearer ([0-9a-f]{64})$/
/** An address of a network card as iPXE writes it with hyphens. */
const HEXHYP = /^[0-9a-f]{2}(-[0-9a-f]{2}){5}$/i
const FILE = /^[a-z0-9][a-z0-9._-]{0,63}$/

/**
 * Answers what machines ask below `/boot/`, over streams that come through the control host of their location. Who asks is settled first (a ticket, then a key),
 * then the size, then the content. Nothing tells a wrong ticket from one that is used up, nor a wrong key from an old one.
 *
 * @param desks one for each address of the web server: a machine is told that at which it asked, whatever else it names gets the first
 * @param failed gets faults of the desk; the machine gets 500 and asks again
 */
export function deskServer(
  desks: readonly [BootDesk, ...BootDesk[]],
  failed: (fault: unknown) => void,
): { take(stream: Duplex): void; close(): void } {
  const app = routes(desks)
  app.onError((fault, c) => {
    failed(fault)
    return c.text('', 500)
  })
  const server: Server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    getRequestListener(app.fetch),
  )
  const open = new Set<Duplex>()
  return {
    take(stream) {
      if (open.size >= MAX_CONNECTIONS) return void stream.destroy()
      open.add(stream)
      stream.on('error', () => {})
      stream.once('close', () => open.delete(stream))
      server.emit('connection', stream)
    },
    close() {
      for (const stream of open) stream.destroy()
      server.close()
    },
  }
}

function routes(desks: readonly [BootDesk, ...BootDesk[]]) {
  const app = new Hono()
  const hosts = new Map(desks.map((desk) => [new URL(desk.address).host, desk]))
  /** The web server of the location passes on what a machine has sent: only addresses of its own are believed. */
  const deskAt = (c: Context) => {
    const asked = `http://${c.req.header('host') ?? ''}`
    return (URL.canParse(asked) && hosts.get(new URL(asked).host)) || desks[0]
  }
  const bounded = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => c.text('', 413) })
  const session = (c: Context, key: string | null) => {
    if (key === null) return c.text('', 404)
    const content = Buffer.from(`address=${deskAt(c).address}\nkey=${key}\n`)
    return c.body(new Uint8Array(cpioArchive([{ path: '/etc/datahall/session', mode: 0o600, content }])))
  }
  app.get('/boot/search/script', async (c) => {
    const script = await deskAt(c).searchScript()
    return script === null ? c.text('', 404) : c.text(script)
  })
  app.get('/boot/search/:mac/session', async (c) => {
    const mac = c.req.param('mac')
    const key = HEXHYP.test(mac) ? await deskAt(c).openSearch(mac.replaceAll('-', ':').toLowerCase(), asking(c)) : null
    return session(c, key)
  })
  app.get('/boot/:ticket/script', async (c) => {
    const ticket = c.req.param('ticket')
    const script = TICKET.test(ticket) ? await deskAt(c).script(ticket, asking(c)) : null
    return script === null ? c.text('', 404) : c.text(script)
  })
  app.get('/boot/:ticket/session', async (c) => {
    const ticket = c.req.param('ticket')
    return session(c, TICKET.test(ticket) ? await deskAt(c).openSession(ticket, asking(c)) : null)
  })
  app.post('/boot/hello', known, bounded(MAX_BODY), async (c) => {
    const report = await jsonOf(c)
    if (report === undefined) return c.text('', 400)
    const answer = await deskAt(c).hello(keyOf(c), report, asking(c))
    return isRefusal(answer) ? refused(c, answer) : c.text(encodeJob(answer.job))
  })
  app.post('/boot/progress', known, bounded(MAX_PROGRESS), async (c) => {
    const progress = readProgress(await c.req.text())
    if (!progress) return c.text('', 400)
    const answer = await deskAt(c).progress(keyOf(c), progress, asking(c))
    return answer === null ? c.body(null, 204) : refused(c, answer)
  })
  app.get('/boot/answer/:ticket/:name', async (c) => {
    const { ticket, name } = c.req.param()
    const text = TICKET.test(ticket) && FILE.test(name) ? await deskAt(c).answer(ticket, name, asking(c)) : null
    return text === null ? c.text('', 404) : c.text(text)
  })
  // Programs of installers may have no way to send a body, nor to ask otherwise than for a file.
  app.on(['GET', 'POST'], '/boot/answer/:ticket/report/:what', async (c) => {
    const { ticket, what } = c.req.param()
    const report = installerReports.find((one) => one === what)
    const taken = TICKET.test(ticket) && report ? await deskAt(c).installer(ticket, report, asking(c)) : false
    return taken ? c.text('ok\n') : c.text('', 404)
  })
  app.post('/boot/result', known, bounded(MAX_BODY), async (c) => {
    const result = await jsonOf(c)
    if (result === undefined) return c.text('', 400)
    const answer = await deskAt(c).result(keyOf(c), result, asking(c))
    return isRefusal(answer) ? refused(c, answer) : c.text(`next ${answer.next}\n`)
  })
  return app
}

/** The web server of the location puts its own value there, whatever a machine has sent. */
const asking = (c: Context): Asking => {
  const address = c.req.header('x-forwarded-for') ?? ''
  return { address: isIP(address) === 0 ? null : address }
}

const keyOf = (c: Context): string => KEY.exec(c.req.header('authorization') ?? '')?.[1] ?? ''

/** Before a body is read: without the form of a key there is none. */
async function known(c: Context, next: () => Promise<void>) {
  if (keyOf(c) === '') return c.text('', 403)
  await next()
}

const isRefusal = (answer: object | 'unknown'): answer is Refusal => answer === 'unknown' || 'over' in answer
const refused = (c: Context, refusal: Refusal) =>
  refusal === 'unknown' ? c.text('', 403) : c.text(`${refusal.over}\n`, 409)

/** @returns undefined for what is no JSON */
async function jsonOf(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    return undefined
  }
}
