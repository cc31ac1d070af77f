import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import type { ConsoleGatewayOptions } from './gateway.ts'
import { anyTicket, Page, startGateway, type TestGateway } from './testing.ts'
import type { ConsoleGrant } from './tickets.ts'

/** What a ticket is for. */
export const grant = (change: Partial<ConsoleGrant> = {}): ConsoleGrant => ({
  ...{
    kind: 'serial',
    mode: 'control',
    object: 'host',
    object_id: 1,
    account_id: 7,
    session_id: 70,
    take_over: false,
    record: false,
  },
  ...change,
})

const running: TestGateway[] = []

/** After each test. */
export async function stopGateways(): Promise<void> {
  for (const one of running.splice(0)) await one.stop()
}

/** A gateway that `stopGateways` stops. */
export async function start(options: Partial<ConsoleGatewayOptions> & Pick<ConsoleGatewayOptions, 'open'>) {
  const gateway = await startGateway(options)
  running.push(gateway)
  return gateway
}

let nextTicket = 0
/** A page that comes with a ticket for this grant. */
export function openPage(to: TestGateway, change: Partial<ConsoleGrant> = {}): Page {
  const ticket = anyTicket(nextTicket++)
  to.tickets.set(ticket, grant(change))
  return new Page(to.url, ticket)
}

/** Serial devices whose far ends the test holds. */
export function serialDevices() {
  const ends: Duplex[] = []
  const open = async () => {
    const [near, far] = duplexPair()
    near.once('close', () => far.destroy()) // a pair does not hang up by itself, as a connection does
    ends.push(far.on('error', () => {}))
    return { stream: near, vncPassword: null }
  }
  return { ends, open }
}

/** The next bytes of a stream. */
export const readSome = async (stream: Duplex): Promise<string> => String((await once(stream, 'data'))[0])
