import { createSocket } from 'node:dgram'
import { SnmpSession, type SnmpTimeouts } from '../../../protocols/snmp/session.ts'
import { type AgentRequest, decodeRequest, encodeResponse } from './agent.ts'
import { pair } from './agent-pdu.ts'

/** For tests: a UDP port that answers every understood request with the bytes of `respond`, or not at all. */
export async function scriptedAgent(respond: (request: AgentRequest) => Buffer | Buffer[] | null) {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const port = socket.address().port
  const seen: AgentRequest[] = []
  socket.on('message', (packet, from) => {
    const request = decodeRequest(packet)
    seen.push(request)
    const answers = respond(request)
    for (const bytes of answers === null ? [] : [answers].flat()) socket.send(bytes, from.port, from.address)
  })
  return {
    port,
    seen,
    session: (timeouts: Partial<SnmpTimeouts> = { answerMs: 1_000, retries: 0 }) =>
      new SnmpSession({ address: '127.0.0.1', port, credentials: { version: 2, community: 'public' } }, timeouts),
    close: () => socket.close(),
  }
}

/** An answer to the request that holds these objects. */
export function reply(request: AgentRequest, varbinds: [oid: readonly number[], encoded: Buffer][]): Buffer {
  return encodeResponse(
    request,
    0,
    0,
    varbinds.map(([oid, encoded]) => pair(oid, encoded)),
  )
}
