import { createSocket, type Socket } from 'node:dgram'
import { BerReader, element, integerElement, tag } from '../../../protocols/snmp/ber.ts'
import { type AgentPdu, answerPdu, decodePdu, encodePdu } from './agent-pdu.ts'
import { type AgentUser, AgentUsers } from './agent-users.ts'
import type { AgentView } from './agent-view.ts'

export type AgentOptions = {
  address: string
  /** 0 takes a free one. */
  port: number
  readCommunity: string
  writeCommunity: string
  /** With users it speaks version 3, and nothing else. */
  users?: readonly AgentUser[]
}

/** What a community with a suffix, `public@10`, or a context `vlan-10` shows: another model, or null for nothing. */
export type Suffixed<M> = (model: M, suffix: string) => M | null

export type AgentRequest = AgentPdu & { version: number; community: string }

/** Decodes a request of version 1 or 2c (RFC 1157, RFC 3416). @throws BerError */
export function decodeRequest(packet: Buffer): AgentRequest {
  const message = new BerReader(new BerReader(packet).read(tag.sequence).content)
  const version = message.integer()
  const community = message.read(tag.octets).content.toString('utf8')
  return { version, community, ...decodePdu(message.read()) }
}

/** Encodes an answer; each varbind is an encoded pair made by `pair`. */
export const encodeResponse = (request: AgentRequest, status: number, index: number, varbinds: Buffer[]): Buffer =>
  envelope(request, encodePdu(tag.response, request.id, status, index, varbinds))

const envelope = ({ version, community }: AgentRequest, pdu: Buffer) =>
  element(tag.sequence, integerElement(version), element(tag.octets, Buffer.from(community)), pdu)

/** Answers one request from a view; null for no answer (wrong community, not understood). */
export function answer<M>(
  view: AgentView<M>,
  whole: M,
  options: AgentOptions,
  packet: Buffer,
  suffixed?: Suffixed<M>,
  act = answerPdu<M>,
): Buffer | null {
  const request = decodeRequest(packet)
  const [community = '', suffix] = suffixed ? request.community.split('@') : [request.community]
  const model = suffix !== undefined && suffixed ? suffixed(whole, suffix) : whole
  if (model === null) return null
  const writer = community === options.writeCommunity
  if (request.version > 1 || !(writer || community === options.readCommunity)) return null
  const pdu = act(view, model, request, { first: request.version === 0, writer })
  return pdu && envelope(request, pdu)
}

/** An SNMP agent on a UDP port, serving a view of a model. */
export class Agent<M> {
  readonly model: M
  readonly options: AgentOptions
  /** When set, the agent receives but does not answer: a dead device. */
  silent = false
  /** Requests that were answered, but for those that came again, and walks through a table that were begun by them. */
  requests = 0
  tables = 0
  #last: number | null = null
  readonly #socket: Socket
  readonly #view: AgentView<M>
  readonly #suffixed: Suffixed<M> | undefined
  readonly #users: AgentUsers | null

  private constructor(view: AgentView<M>, model: M, options: AgentOptions, socket: Socket, suffixed?: Suffixed<M>) {
    this.#view = view
    this.#suffixed = suffixed
    this.model = model
    this.options = options
    this.#socket = socket
    const { users, address } = options
    this.#users = users ? new AgentUsers(users, address) : null
    socket.on('message', (packet, from) => {
      if (this.silent) return
      let out: Buffer | null = null
      try {
        out = this.#answer(packet)
      } catch {
        // Not a request we understand.
      }
      if (!out) return
      socket.send(out, from.port, from.address, () => {})
    })
    socket.on('error', () => {})
  }

  static async listen<M>(
    view: AgentView<M>,
    model: M,
    options: AgentOptions,
    suffixed?: Suffixed<M>,
  ): Promise<Agent<M>> {
    const socket = createSocket({ type: 'udp4', lookup: (address, _options, done) => done(null, address, 4) })
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind({ address: options.address, port: options.port, exclusive: true }, () => {
        socket.removeListener('error', reject)
        resolve()
      })
    })
    return new Agent(view, model, { ...options, port: socket.address().port }, socket, suffixed)
  }

  /** A walk goes on from an object that it was given; one that starts anywhere else is a new one. */
  readonly #act: typeof answerPdu<M> = (view, model, pdu, rights) => {
    const [from] = pdu.varbinds
    const walks = pdu.type === tag.getNextRequest || pdu.type === tag.getBulkRequest
    if (pdu.id !== this.#last) {
      this.requests += 1
      if (walks && from && view.get(model, from.oid) === null) this.tables += 1
    }
    this.#last = pdu.id
    return answerPdu(view, model, pdu, rights)
  }

  #answer(packet: Buffer): Buffer | null {
    if (!this.#users) return answer(this.#view, this.model, this.options, packet, this.#suffixed, this.#act)
    return this.#users.answer(packet, (pdu, context, writer) => {
      const model = context === '' ? this.model : (this.#suffixed?.(this.model, context.replace(/^vlan-/, '')) ?? null)
      return model && this.#act(this.#view, model, pdu, { first: false, writer })
    })
  }

  /** Lets the process end although the agent listens. */
  unref(): this {
    this.#socket.unref()
    return this
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()))
  }
}
