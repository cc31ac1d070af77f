import path from 'node:path'
import { setStopping } from './api/health.ts'
import { COST, spend } from './api/rate-limit.ts'
import { requestAddress } from './auth/client-address.ts'
import { sessionHolds } from './auth/sessions.ts'
import { socketClient } from './auth/socket-client.ts'
import { readConfig } from './config.ts'
import { startConsoles } from './console/start.ts'
import { type EmbeddedServer, startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, setDatabase } from './db/pool.ts'
import { openMasterKey } from './db/secrets.ts'
import { configureDummy } from './drivers/hypervisor/dummy/config.ts'
import { openBus } from './events/bus.ts'
import { createNotifier } from './events/notifier.ts'
import { firstAdministrator } from './features/access/user/first.ts'
import { loadDemoAtStart } from './features/platform/demo/service.ts'
import { checkHostConsole, openHostConsole } from './features/virtualization/host/console.ts'
import { log } from './log.ts'
import { setPanelSettings } from './settings.ts'
import { installationRoot, startWeb } from './web.ts'
import { startWorkerRole } from './worker.ts'

const config = readSafely()
const root = installationRoot()
const stops: (() => Promise<void> | void)[] = []

function readSafely() {
  try {
    return readConfig()
  } catch (fault) {
    console.error((fault as Error).message)
    process.exit(78) // EX_CONFIG
  }
}

async function start() {
  openMasterKey(config.dataDirectory, config.masterKey)
  let url = config.databaseUrl
  if (!url) {
    const embedded: EmbeddedServer = await startEmbedded(config.dataDirectory)
    stops.push(() => embedded.stop())
    url = embedded.url
  }
  await migrate(url, path.join(root, 'prisma/migrations'))
  const database = openDatabase(url, { log: (err) => log.warn({ err }, 'an idle database connection was cut') })
  setDatabase(database)
  stops.push(() => database.close())
  const messages = openBus(url)
  stops.push(() => messages.close())
  configureDummy({ directory: path.join(config.dataDirectory, 'dummy'), speed: config.dummySpeed })
  setPanelSettings({
    sessionIdleSeconds: config.sessionIdleSeconds,
    secure: Boolean(config.tls) || Boolean(config.publicUrl?.startsWith('https:')),
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    dataDirectory: config.dataDirectory,
  })
  const admin = await firstAdministrator(config.admin)
  if (config.demo) await loadDemoAtStart()
  if (config.roles.includes('worker')) stops.push(startWorkerRole())
  if (config.roles.includes('web')) {
    const consoles = startConsoles({
      open: openHostConsole,
      recheck: async (grant) => void (await checkHostConsole(grant)),
      publicUrl: config.publicUrl,
    })
    const notifier = createNotifier({
      async authenticate(req) {
        const actor = await socketClient(req, config)
        spend({ actor, ip: requestAddress(req, config.trustedProxies) }, COST.stream, config.rateLimit)
        return actor
      },
      holds: (client, req) => sessionHolds(client.session_id, requestAddress(req, config.trustedProxies)),
    })
    const web = await startWeb(config, root, [consoles.handleUpgrade, notifier.handleUpgrade])
    stops.push(() => {
      consoles.stop()
      notifier.stop()
      return web.close()
    })
    const scheme = config.tls ? 'https' : 'http'
    console.log(`\n  Datahall is ready:  ${config.publicUrl ?? `${scheme}://localhost:${web.port}`}`)
    if (admin)
      console.log(
        `  Sign in as          ${admin.email}${admin.password ? `\n  with the password   ${admin.password}   (shown once)` : ''}`,
      )
    console.log('  Ctrl-C stops it; nothing is lost.\n')
  } else console.log('\n  Datahall is ready:  works on tasks, without pages\n')
}

let ending = false
async function stop(signal: string) {
  if (ending) return
  ending = true
  log.info({ signal }, 'stopping')
  setStopping()
  setTimeout(() => process.exit(1), 20_000).unref()
  for (const one of stops.reverse())
    await Promise.resolve(one()).catch((err: unknown) => log.error({ err }, 'while stopping'))
  process.exit(0)
}

process.on('SIGINT', () => void stop('SIGINT'))
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))

start().catch(async (fault: Error) => {
  console.error(`Datahall does not start: ${fault.message}`)
  log.fatal({ err: fault }, 'start failed')
  for (const one of stops.reverse()) await Promise.resolve(one()).catch(() => {})
  process.exit(1)
})
