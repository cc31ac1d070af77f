import path from 'node:path'
import { setApi } from './api/api-registry.ts'
import { makeApi } from './api/app.ts'
import { socketAddress } from './api/rest.ts'
import { sendText } from './api/send-text.ts'
import { startSealing } from './audit/seal.ts'
import { startEmbedded } from './db/embedded.ts'
import { checkMasterKey, followMasterKey } from './db/master-key.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, setDatabase } from './db/pool.ts'
import { openMasterKey } from './db/secrets.ts'
import { noteSentences } from './db/sentences.ts'
import { openBus } from './events/bus.ts'
import { firstAdministrator, type NewAdministrator } from './features/access/user/first.ts'
import { startRoutes } from './features/remote/proxy-location/route.ts'
import { registerFigureGauges } from './features/virtualization/figures/gauges.ts'
import { shipRecipes } from './features/virtualization/recipe/ship.ts'
import type { Config } from './process/config.ts'
import { lockData } from './process/data-lock.ts'
import { log } from './process/log.ts'
import { metrics } from './process/metrics.ts'
import { setPanelSettings } from './process/settings.ts'
import { loadDemoAtStart } from './simulation/demo/service.ts'
import { bringFormerNodes } from './simulation/former-nodes.ts'
import { configureDummy } from './simulation/hypervisor/config.ts'
import { databaseKeeper } from './simulation/node-states.ts'
import { startWorkerRole } from './worker.ts'

/** Ways to stop what was started, to be gone in the opposite order. */
export type Stops = (() => Promise<void> | void)[]

export async function runStops(stops: Stops) {
  for (const one of stops.splice(0).reverse())
    await Promise.resolve()
      .then(one)
      .catch((err: unknown) => log.error({ err }, 'while stopping'))
}

/**
 * Takes the data folder, when the database is in it. Processes on a database of their own may share a folder.
 * Answers the way to note where this panel is reached.
 */
export function claimData(config: Config, stops: Stops): (address: string) => void {
  if (config.databaseUrl) return () => {}
  const lock = lockData(config.dataDirectory)
  stops.push(() => lock.release())
  return lock.note
}

/** All of the panel but its web server: keys, database, settings, the API, and the role `worker`. */
export async function boot(config: Config, root: string, stops: Stops) {
  openMasterKey(config.dataDirectory, config.masterKey)
  let url = config.databaseUrl
  if (!url) {
    const embedded = await startEmbedded(config.dataDirectory)
    stops.push(() => embedded.stop())
    url = embedded.url
  }
  await migrate(url, path.join(root, 'prisma/migrations'))
  const database = openDatabase(url, { log: (err) => log.warn({ err }, 'an idle database connection was cut') })
  setDatabase(database)
  stops.push(() => database.close())
  stops.push(noteSentences)
  await checkMasterKey()
  await shipRecipes(root)
  const messages = openBus(url)
  stops.push(() => messages.close())
  stops.push(followMasterKey(messages))
  stops.push(startSealing(config.dataDirectory))
  stops.push(startRoutes())
  const keeper = databaseKeeper()
  await bringFormerNodes(path.join(config.dataDirectory, 'dummy'), keeper)
  configureDummy({ keeper, speed: config.dummySpeed })
  setPanelSettings({
    sessionIdleSeconds: config.sessionIdleSeconds,
    secure: Boolean(config.tls) || Boolean(config.publicUrl?.startsWith('https:')),
    publicUrl: config.publicUrl,
    spiceUrl: config.spiceUrl,
    trustedProxies: config.trustedProxies,
    dataDirectory: config.dataDirectory,
    pollSeconds: config.pollSeconds,
    tablesSeconds: config.tablesSeconds,
    power: config.power,
    guestAgentSeconds: config.guestAgentSeconds,
    trafficDays: config.trafficDays,
    proxyPorts: config.proxyPorts,
    proxyHost: config.proxyHost,
    proxyLoopback: config.proxyLoopback,
  })
  if (config.metricsVms > 0) registerFigureGauges(metrics().registry, config.metricsVms)
  setApi(
    makeApi({
      trustedProxies: config.trustedProxies,
      publicUrl: config.publicUrl,
      rateLimit: config.rateLimit,
      metrics: config.metrics,
      remoteAddress: socketAddress,
      sendText,
    }),
  )
  if (config.roles.includes('worker')) stops.push(startWorkerRole())
}

/**
 * Creates the first administrator as configured. Comes last, when nothing can prevent any more that the password is
 * shown. A process without pages creates none whose password it would have to show.
 */
export async function welcome(config: Config): Promise<NewAdministrator | null> {
  const admin = await firstAdministrator(config.admin, { shown: config.roles.includes('web') })
  if (config.demo) await loadDemoAtStart()
  return admin
}
