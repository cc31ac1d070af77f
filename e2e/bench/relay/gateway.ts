import { createServer } from 'node:http'
import { localBus } from '../../../server/console/bus.ts'
import { createConsoleGateway } from '../../../server/console/gateway.ts'
import { connectTcpDevice } from '../../../server/console/tcp-device.ts'
import { devicePorts } from './ports.ts'

/** The panel's gateway alone, in a process of its own so that its CPU time can be read. */
const hosts = Object.values(devicePorts)

const gateway = createConsoleGateway({
  consumeTicket: async (token) => {
    const host_id = Number.parseInt(token.slice(0, 1), 10)
    return { kind: 'serial', mode: 'control', host_id, account_id: 1, session_id: null }
  },
  open: async (grant, signal) => ({
    stream: await connectTcpDevice('127.0.0.1', hosts[grant.host_id] ?? 0, signal),
    vncPassword: null,
  }),
  bus: localBus(),
  isAllowedOrigin: () => true,
  maxPerAccount: 10_000,
})
const server = createServer()
server.on('upgrade', (req, socket, head) => {
  if (!gateway.handleUpgrade(req, socket, head)) socket.destroy()
})
server.listen(Number(process.argv[2]), '127.0.0.1', 4096, () => process.send?.('ready'))
