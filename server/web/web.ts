import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import next from 'next'
import conf from '../../next.config.ts'
import { openedApi } from '../api/api-registry.ts'
import { stampAddress } from '../auth/page-address.ts'
import type { Config } from '../process/config.ts'
import { admitUpgrade } from './admission/admit-upgrade.ts'
import { withPageSlot } from './admission/page-slot.ts'
import { onUpgrade } from './admission/upgrade.ts'
import { openAssets } from './assets.ts'
import { isNoReading, isOverlong, receive, rejectBody, rejectCall } from './incoming.ts'
import type { Listener } from './listener.ts'

export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean | Promise<boolean>

/**
 * The role `web`: requests go to the API app or to Next's pages, and upgrades to the first of `upgrades` that takes them
 * (consoles, notifiers), else to Next (development only). Returns the way to stop the pages; the listener is closed before.
 */
export async function startWeb(
  config: Config,
  root: string,
  { server, port, serve }: Listener,
  upgrades: readonly UpgradeHandler[],
): Promise<() => Promise<void>> {
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  // Never 0.0.0.0 here: sign-in redirects would lead there. Next listens for upgrades on the server of its first
  // request and would end those whose path is also a page's, like that of a console. It gets a server that is never
  // used; its own upgrades (hot reload) are passed to it below.
  const forNext = createServer()
  const pages = next({ conf, dev: config.dev, dir: root, hostname: 'localhost', port, httpServer: forNext })
  await quietly(config, () => pages.prepare())
  const page = pages.getRequestHandler()

  const assets = config.dev ? () => false : openAssets(root)
  const app = openedApi()
  if (!app) throw new Error('The API was not started')
  const api = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false })

  onUpgrade(server, (req, socket, head) => void upgrade(req, socket, head))
  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    if (!admitUpgrade(req, socket, config)) return
    for (const take of upgrades) if (await take(req, socket, head)) return
    if (!config.dev || !forNext.emit('upgrade', req, socket, head))
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  }
  serve((req, res) => {
    if (receive(req, res, config) === 'api') return void api(req, res)
    if (isOverlong(req)) return rejectBody(res)
    if (isNoReading(req)) return rejectCall(res)
    if (assets(req, res)) return
    stampAddress(req, config.trustedProxies)
    void withPageSlot(req, res, config, () => page(req, res))
  })
  return () => pages.close()
}

/** Next logs how long it read its settings, which is of no use in the output of a start. */
async function quietly(config: Config, work: () => Promise<void>) {
  const say = console.log
  if (!config.dev) console.log = () => {}
  try {
    await work()
  } finally {
    console.log = say
  }
}
