import { randomBytes, randomUUID } from 'node:crypto'
import { unlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { localBus } from '../../../server/console/bus.ts'
import { createConsoleGateway } from '../../../server/console/gateway.ts'
import { RecordingWriter } from '../../../server/console/recording/writer.ts'
import { solRules } from '../../../server/console/serial/here.ts'
import { SharedLines } from '../../../server/console/serial/shared-line.ts'
import { connectTcpDevice } from '../../../server/console/tcp-device.ts'
import { consumeTicket, readTicket } from '../../../server/console/tickets.ts'
import type { Sql } from '../../../server/db/transaction.ts'
import { connectSsh, type SshTarget } from '../../../server/protocols/ssh/connect.ts'
import { devicePorts } from './ports.ts'

// The panel's gateway alone, in a process of its own so that its CPU time can be read. Tickets are real ones; the number of
// a host says which device it has.
const [port, databaseUrl] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 })
pool.on('error', () => {}) // the database may be stopped first
const sql: Sql = async <Row>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as Row[]
const ports = Object.values(devicePorts)
// Through a node's SSH connection when there is a node, as with the screen of a VM; else straight to the device.
const node = process.env.BENCH_NODE
const never = new AbortController().signal
const ssh = node ? await connectSsh(JSON.parse(node) as SshTarget, never) : null
const connect = (port: number, signal: AbortSignal): Promise<Duplex> =>
  ssh ? ssh.openTcp('127.0.0.1', port, signal) : connectTcpDevice('127.0.0.1', port, signal)

// As the serial console of a server is reached: a fast port behind a line that remembers and could be shared.
const lines = process.env.BENCH_LINES ? new SharedLines() : null
let opened = 0
const open = (device: number, signal: AbortSignal): Promise<Duplex> =>
  lines
    ? lines.join(`line ${opened++}`, (either) => connect(device, either), signal, undefined, {
        ...solRules,
        lingerMs: 0,
        keepMs: 0,
      })
    : connect(device, signal)

/** As the panel records, but for the index: a file each, which goes with its session. */
async function record() {
  const path = join(process.env.BENCH_RECORD ?? '', randomUUID())
  const writer = await RecordingWriter.open({
    path,
    key: randomBytes(32),
    name: randomBytes(16),
    maxBytes: 64 * 2 ** 30,
    minFree: 4 * 2 ** 30,
    onFault: (words) => console.error(words),
  })
  return { tap: writer, onFault: () => {}, end: () => void writer.end().then(() => unlinkSync(path)) }
}

const gateway = createConsoleGateway({
  ...(process.env.BENCH_RECORD && { record }),
  readTicket: (token) => readTicket(sql, token),
  consumeTicket: (token) => consumeTicket(sql, token),
  open: async ({ object_id }, signal) => ({
    stream: await open(ports[object_id - 1] ?? 0, signal),
    vncPassword: null,
  }),
  bus: localBus(),
  isAllowedOrigin: (origin) => origin === `http://127.0.0.1:${port}`,
  maxPerAccount: 10_000,
})
const server = createServer()
server.on('upgrade', (req, socket, head) => {
  if (!gateway.handleUpgrade(req, socket, head)) socket.destroy()
})
server.listen(Number(port), '127.0.0.1', 4096, () => process.send?.('ready'))
