import { textAt, type XmlElement, xml } from '../../netconf/xml.ts'
import { numberAt, type WsmanClient } from '../client.ts'

export type AmtRedirection = { listening: boolean; sol: boolean; ider: boolean }

// EnabledState of AMT_RedirectionService: 32768 nothing, +1 IDE redirection, +2 serial-over-LAN.
const nothing = 32_768

/** Whether the ports 16994 and 16995 are served, and what for. */
export async function readRedirection(client: WsmanClient, signal: AbortSignal): Promise<AmtRedirection> {
  const service = await client.get('AMT_RedirectionService', signal)
  const bits = numberAt(service, 'EnabledState') - nothing
  return { listening: textAt(service, 'ListenerEnabled') === 'true', ider: (bits & 1) === 1, sol: (bits & 2) === 2 }
}

/** Switches serial-over-LAN on and leaves IDE redirection as it is. */
export async function enableSol(client: WsmanClient, signal: AbortSignal): Promise<void> {
  const { listening, sol, ider } = await readRedirection(client, signal)
  if (!sol) {
    const state = [xml('r:RequestedState', nothing + 2 + (ider ? 1 : 0))]
    await client.invoke('AMT_RedirectionService', 'RequestStateChange', state, signal)
  }
  if (listening) return
  const service = await client.get('AMT_RedirectionService', signal)
  const properties = service.children.map(
    (each): XmlElement => (each.name === 'ListenerEnabled' ? { ...each, attributes: {}, text: 'true' } : each),
  )
  await client.put('AMT_RedirectionService', properties, signal)
}
