import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { type FakePage, fakePage } from './fake-page.ts'
import { type ProxyFixture, proxyFixture } from './proxy-fixture.ts'

/** Of the file that runs: set by `startTraffic`. */
export let lab: ProxyFixture
export let page: FakePage
export let here: { port: number; cookie: string; ipmi: number; server: number }

/** Bytes of what is too much to be collected. */
export const BIG = 100 << 20
function answer(req: IncomingMessage, res: ServerResponse, body: Buffer) {
  const url = req.url ?? ''
  if (url === '/big') {
    const block = Buffer.alloc(64 * 1024, 1)
    let left = BIG
    res.setHeader('content-length', BIG)
    return void new Readable({
      read() {
        left -= block.length
        this.push(left >= 0 ? block : null)
      },
    }).pipe(res)
  }
  if (url === '/never') return
  if (url === '/switch')
    return void req.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: any\r\nconnection: upgrade\r\n\r\nraw')
  if (url === '/stall') return void res.write('first part')
  if (url.startsWith('/to?')) return void res.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end()
  if (url === '/login')
    return void res.writeHead(200, { 'set-cookie': ['SID=secret; Path=/; HttpOnly', 'ses6=evil; Path=/'] }).end('in')
  if (url === '/upload') return void res.end(String(body.length))
  if (url === '/page') return void res.setHeader('content-type', 'text/html').end('<html><head><title>x</title>')
  res.end(`${req.method} ${url}`)
}

/** As ann's browser asks. */
export const ask = (path: string, more: Parameters<ProxyFixture['ask']>[2] = {}) =>
  lab.ask(here.port, path, { ...more, headers: { cookie: here.cookie, ...more.headers } })
export const own = () => `https://panel.test:${here.port}`
/** What the controller was asked last. */
export const last = () => page.seen.at(-1)

/** A controller with a page behind a port; each file has ports of its own. */
export async function startTraffic(first: number): Promise<void> {
  lab = await proxyFixture({ first, last: first + 19 })
  page = await fakePage(answer)
  lab.closing.push(() => page.close())
  const { ipmi, server } = await lab.addController('one', page)
  here = { ipmi, server, ...(await lab.opened(ipmi)) }
}
