import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { selfSignedCertificate } from '../../../protocols/pinned-http/self-signed.ts'
import type { Task } from '../../../tasks/define.ts'
import { deviceFixture } from '../../datacenter/device-fixture.ts'
import { type FakePage, fakePage } from './fake-page.ts'
import { type ListenOptions, startProxyPorts } from './listen.ts'
import { proxyCloseTask, proxyOpenTask } from './tasks.ts'

export type PortAnswer = { status: number; headers: IncomingHttpHeaders; body: string }
export type PortAsk = { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer }

type Given = { first: number; last: number; tls?: boolean; rateLimit?: number }

/** The fixture of devices with controllers that have web pages, and a process that listens on ports. */
export async function proxyFixture({ first, last, tls = true, rateLimit = 0 }: Given) {
  const lab = await deviceFixture([proxyOpenTask, proxyCloseTask] as unknown as readonly Task[])
  setPanelSettings({ ...panelSettings(), proxyLoopback: true })
  const rack = await lab.addRack()
  let unit = 0
  const options = {
    first,
    last,
    host: null,
    secure: tls,
    panel: 4_799,
    address: '127.0.0.1',
    tls: tls ? selfSignedCertificate('panel') : null,
    rateLimit,
  }
  let stopPorts = startProxyPorts(options)
  lab.closing.push(() => stopPorts())
  await lab.until(() => lab.prisma.setting.findUnique({ where: { name: 'proxy_ports' } }))

  /** A server of ann's whose controller has a web page. */
  async function addController(name: string, page?: FakePage, type = 'ipmi') {
    const web = page ?? (await fakePage())
    if (!page) lab.closing.push(() => web.close())
    const server = await lab.addServer(name, rack, ++unit)
    await lab.prisma.server.update({ where: { id: server }, data: { owner_id: lab.api.ann.id } })
    const data = { server_id: server, type, ip: '127.0.0.1', web_port: web.port, username: 'admin', password: '' }
    const { id: ipmi } = await lab.prisma.ipmi.create({ data })
    return { server, ipmi, page: web }
  }

  /** Opens a web session as ann. @returns its port and the Cookie header of a browser that came in by a ticket */
  async function opened(ipmi: number, who: (typeof lab.api)['ann'] = lab.api.ann) {
    const { status, body } = await who.post(`/ipmiproxy/v3/ipmi/${ipmi}/proxy/web`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    if (body.task !== undefined) {
      const task = await lab.ended(body.task)
      if (task.status !== 'complete') throw new Error(task.error ?? task.status)
    }
    const port = body.listen_web_port as number
    return { port, cookie: await cookieFor(port, who) }
  }
  async function cookieFor(port: number, who: (typeof lab.api)['ann'] = lab.api.ann) {
    const { body } = await who.post('/ipmiproxy/v3/proxy/ticket', { listen_web_port: port })
    const answer = await ask(port, '/.datahall/enter', { method: 'POST', body: body.ticket })
    return ((answer.headers['set-cookie'] ?? [])[0] ?? '').split(';')[0] as string
  }

  /** A request to a port of the panel, as a program sends it. */
  function ask(port: number, path: string, { method = 'GET', headers = {}, body }: PortAsk = {}): Promise<PortAnswer> {
    const start = tls ? tlsRequest : plainRequest
    return new Promise((resolve, reject) => {
      const request = start(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent: false,
          headers: { host: `panel.test:${port}`, ...headers },
          ...(tls && { rejectUnauthorized: false }),
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  }
  const restart = async (more: Partial<ListenOptions> = {}) => {
    await stopPorts()
    stopPorts = startProxyPorts({ ...options, ...more })
  }
  return { ...lab, addController, opened, cookieFor, ask, restart, options, stopPorts: () => stopPorts() }
}
export type ProxyFixture = Awaited<ReturnType<typeof proxyFixture>>
