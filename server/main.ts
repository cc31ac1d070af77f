import { setTimeout as wait } from 'node:timers/promises'
import { setServing, setStopping } from './api/health.ts'
import { COST, spend } from './api/rate-limit.ts'
import { sessionHolds } from './auth/sessions.ts'
import { socketClient } from './auth/socket-client.ts'
import { boot, claimData, runStops, type Stops, welcome } from './boot.ts'
import { stopConsoleLines } from './console/serial/here.ts'
import { startConsoles } from './console/start.ts'
import { createNotifier } from './events/notifier.ts'
import { checkConsole, openConsole } from './features/remote/console/open.ts'
import { startProxyPorts } from './features/remote/proxy/listen.ts'
import { recordConsole, startRecordings } from './features/remote/recording/keep.ts'
import { openHostSpice } from './features/virtualization/host/spice/open.ts'
import { requestAddress } from './process/client-address.ts'
import { type Config, readConfig } from './process/config.ts'
import { log, onTerminal } from './process/log.ts'
import { selfSigned } from './process/tls.ts'
import { installationRoot } from './root.ts'
import { inProgress, readyMessage } from './start-messages.ts'
import { onConnect } from './web/admission/connect.ts'
import { type Listener, listen } from './web/listener.ts'
import { startWeb } from './web/web.ts'

const config = readSafely()
const root = installationRoot()
const stops: Stops = []

function readSafely() {
  try {
    return readConfig()
  } catch (fault) {
    console.error((fault as Error).message)
    process.exit(78) // EX_CONFIG
  }
}

async function start() {
  const noteAddress = claimData(config, stops)
  const listener = config.roles.includes('web') ? await listen(config) : null
  if (listener) stops.push(() => listener.close())
  if (!config.databaseUrl) inProgress('Starting the database …')
  await boot(config, root, stops)
  if (listener) {
    inProgress('Opening the panel …')
    await serve(config, listener)
  }
  const admin = await welcome(config)
  setServing()
  const scheme = config.tls ? 'https' : 'http'
  const address = listener && (config.publicUrl ?? `${scheme}://localhost:${listener.port}`)
  if (address) noteAddress(address)
  if (!ending) console.log(readyMessage(address, admin))
}

/** The role `web`: pages, API, consoles and pushed changes on one port. */
async function serve(settings: Config, listener: Listener) {
  const stopRecordings = await startRecordings(!settings.databaseUrl)
  const consoles = startConsoles({
    open: openConsole,
    recheck: checkConsole,
    record: recordConsole,
    openSpice: openHostSpice,
    publicUrl: settings.publicUrl,
  })
  const notifier = createNotifier({
    async authenticate(req) {
      const actor = await socketClient(req, settings)
      spend({ actor, ip: requestAddress(req, settings.trustedProxies) }, COST.stream, settings.rateLimit)
      return actor
    },
    holds: (client, req) => sessionHolds(client.session_id, requestAddress(req, settings.trustedProxies)),
  })
  const stopPorts = await proxyPorts(settings, listener)
  const stopPages = await startWeb(settings, root, listener, [consoles.handleUpgrade, notifier.handleUpgrade])
  onConnect(listener.server, settings, consoles.handleConnect)
  stops.push(async () => {
    consoles.stop()
    await stopConsoleLines()
    await stopRecordings()
    notifier.stop()
    await stopPorts()
    // Requests that are still being answered may need what is stopped next.
    await listener.close()
    await stopPages()
  })
}

/** Ports for the pages of controllers; they are encrypted wherever people reach the panel by HTTPS. */
async function proxyPorts({ proxyPorts: range, ...settings }: Config, listener: Listener) {
  if (!range) return async () => {}
  const secure = settings.tls !== null || settings.publicUrl?.startsWith('https:') === true
  const given = settings.tls === 'self-signed' ? null : settings.tls
  return startProxyPorts({
    ...range,
    host: settings.proxyHost,
    secure,
    panel: listener.port,
    address: settings.host,
    rateLimit: settings.rateLimit,
    tls: secure ? (given ?? (await selfSigned(settings.dataDirectory))) : null,
  })
}

const started = start()
let ending = false

async function stop(signal: string) {
  if (ending) return
  ending = true
  log.info({ signal }, 'stopping')
  inProgress('\n  Stopping …')
  setStopping()
  setTimeout(() => process.exit(1), 30_000).unref()
  // A start that is under way is let come to its end: cut in the middle it would leave things half begun.
  await Promise.race([started.catch(() => {}), wait(10_000)])
  await runStops(stops)
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))

started.catch(async (fault: Error) => {
  if (ending) return
  ending = true
  console.error(`Datahall does not start: ${fault.message}`)
  if (!onTerminal) log.fatal({ err: fault }, 'start failed')
  await runStops(stops)
  process.exit(1)
})
