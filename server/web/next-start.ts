import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { setServing, setStopping } from '../api/health.ts'
import { stampAddress } from '../auth/page-address.ts'
import { boot, claimData, runStops, type Stops, welcome } from '../boot.ts'
import { type Config, readConfig } from '../process/config.ts'
import { log } from '../process/log.ts'
import { installationRoot } from '../root.ts'
import { readyMessage } from '../start-messages.ts'
import { guardServer } from './admission/guard.ts'
import { onUpgrade } from './admission/upgrade.ts'
import { isNoReading, isOverlong, receive, rejectBody, rejectCall } from './incoming.ts'
import type { Handler } from './listener.ts'

/**
 * Starts the panel inside a plain `next start`, which calls it through `instrumentation.ts` before it answers anything. Pages
 * and API are the same as with the panel's own server; consoles and pushed changes, which need a socket, are not served.
 * Ends the process when the panel cannot be started.
 */
export async function startInsideNext() {
  const stops: Stops = []
  const fail = async (fault: Error, code: number) => {
    console.error(`Datahall does not start: ${fault.message}`)
    await runStops(stops)
    process.exit(code)
  }
  let config: Config
  try {
    config = readConfig()
  } catch (fault) {
    return fail(fault as Error, 78) // EX_CONFIG
  }
  try {
    const noteAddress = claimData(config, stops)
    await boot(config, installationRoot(), stops)
    if (config.tls) log.warn('next start serves plain HTTP: use npm run up for HTTPS, or a proxy in front')
    receiveRequests(config)
    endInOrder(stops)
    const admin = await welcome(config)
    setServing()
    const address = config.publicUrl ?? `http://localhost:${process.env.PORT ?? config.port}`
    noteAddress(address)
    console.log(readyMessage(address, admin))
  } catch (fault) {
    await fail(fault as Error, 1)
  }
}

/**
 * Next creates its server itself and does not expose it. Node announces each request before the server gets it: at the
 * first one, the panel puts in front of Next what its own server has in front of it.
 */
function receiveRequests(config: Config) {
  const ours = new WeakSet<Server>()
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    if (ours.has(server)) return
    ours.add(server)
    const guard = guardServer(server, config)
    const listeners = server.listeners('request') as Handler[]
    server.removeAllListeners('request')
    server.on('request', (req, res) => {
      if (!guard.admits(req, res)) return
      const isPage = receive(req, res, config) === 'page'
      if (isPage && isOverlong(req)) return rejectBody(res)
      if (isPage && isNoReading(req)) return rejectCall(res)
      stampAddress(req, config.trustedProxies)
      for (const listener of listeners) listener(req, res)
    })
    const takers = server.listeners('upgrade') as Parameters<typeof onUpgrade>[1][]
    server.removeAllListeners('upgrade')
    onUpgrade(server, (...given) => {
      for (const take of takers) take(...given)
    })
  })
}

/** Next's own shutdown waits for endless streams and does not know those of the panel. */
function endInOrder(stops: Stops) {
  let ending = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, async () => {
      if (ending) return
      ending = true
      log.info({ signal }, 'stopping')
      setStopping()
      setTimeout(() => process.exit(1), 20_000).unref()
      await runStops(stops)
      process.exit(0)
    })
  }
}
