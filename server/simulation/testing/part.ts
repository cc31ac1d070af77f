import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { openedApi } from '../../api/api-registry.ts'
import { boot, runStops, type Stops, welcome } from '../../boot.ts'
import { readConfig } from '../../process/config.ts'
import { installationRoot } from '../../root.ts'

// A process of the panel without pages, for tests that run several, configured by its environment. Sends its parent the
// port of its API, 0 without the role `web`.

const config = readConfig()
const stops: Stops = []
await boot(config, installationRoot(), stops)
let port = 0
if (config.roles.includes('web')) {
  const app = openedApi()
  const server = createServer(getRequestListener((request, env) => app!.fetch(request, env)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  stops.push(() => void server.close())
}
await welcome(config)
process.on('disconnect', async () => {
  await runStops(stops)
  process.exit(0)
})
process.send?.(port)
