import type { Duplex } from 'node:stream'
import { KEA_CONF, KEA_SOCKET } from '../../../drivers/control-host/boot/places.ts'
import { unitName } from '../../../drivers/control-host/boot/render-services.ts'
import type { SimulatedDebian } from './debian.ts'
import { simulatedLeaseOf, simulatedLeases } from './leases.ts'

type Configuration = { Dhcp4: Record<string, unknown> }
type Answer = { result: number; text?: string; arguments?: unknown }

const MOST = 32 << 20
const PID = 1217
/** What each host's server was last told; at its start it reads its file. */
const told = new WeakMap<SimulatedDebian, Configuration>()

/** Called when the service is started anew. */
export const restartKea = (host: SimulatedDebian): void => void told.delete(host)

/** The configuration that is in force; null while the DHCP server does not run. */
export function keaInForce(host: SimulatedDebian): Configuration | null {
  if (!host.runs(unitName('dhcp'))) return null
  const known = told.get(host)
  if (known) return known
  const read = configuration(parsed(host.text(KEA_CONF) ?? ''))
  if (read) told.set(host, read)
  return read
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const configuration = (value: unknown): Configuration | null =>
  typeof (value as Configuration | null)?.Dhcp4 === 'object' ? (value as Configuration) : null

/** Kea's control socket: one JSON object with a command on each connection, one with the answer. Null while it does not run. */
export function answerKea(host: SimulatedDebian, path: string): ((stream: Duplex) => void) | null {
  if (path !== KEA_SOCKET || !keaInForce(host)) return null
  return (stream) => {
    let text = ''
    stream.on('error', () => {})
    stream.on('data', (piece: Buffer) => {
      text += piece.toString('utf8')
      if (text.length > MOST) return void stream.destroy()
      // A command may come in many pieces: whole is what can be read.
      const command = text.trimEnd().endsWith('}') ? parsed(text) : null
      if (command) stream.end(JSON.stringify(done(host, command as { command?: string; arguments?: unknown })))
    })
  }
}

/** One counter with its newest value. */
function statistic(host: SimulatedDebian, given: unknown): object {
  const { name } = given as { name?: string }
  const { received, sent } = host.packets(host.tree.now())
  const value = name === 'pkt4-received' ? received : name === 'pkt4-sent' ? sent : null
  return value === null ? {} : { [name ?? '']: [[value, '2026-11-01 00:00:00.000000']] }
}

function done(host: SimulatedDebian, { command, arguments: given }: { command?: string; arguments?: unknown }): Answer {
  if (command === 'status-get') return { result: 0, arguments: { pid: PID, uptime: 60, sockets: { status: 'ready' } } }
  if (command === 'version-get') return { result: 0, arguments: { extended: '2.2.0' } }
  if (command === 'config-get') return { result: 0, arguments: keaInForce(host) }
  if (command === 'lease4-get-all' || command === 'lease4-get-by-hw-address') {
    const { Dhcp4 = {} } = keaInForce(host) ?? {}
    const card = (given as { 'hw-address'?: string } | undefined)?.['hw-address']
    const now = host.tree.now()
    const leases = card === undefined ? simulatedLeases(Dhcp4, now) : simulatedLeaseOf(Dhcp4, card, now)
    return { result: leases.length > 0 ? 0 : 3, text: `${leases.length} IPv4 lease(s) found.`, arguments: { leases } }
  }
  if (command === 'statistic-get') return { result: 0, arguments: statistic(host, given) }
  if (command !== 'config-test' && command !== 'config-set') return { result: 2, text: `'${command}' is not supported` }
  const read = configuration(given)
  if (!read) return { result: 1, text: "missing mandatory 'Dhcp4' parameter" }
  if (command === 'config-set') told.set(host, read)
  return { result: 0, text: 'Configuration successful.' }
}
