import { createSocket, type Socket } from 'node:dgram'
import type { AgentView, Written } from './agent-view.ts'
import { BerReader, element, integerElement, integerOf, oidElement, tag } from './ber.ts'
import { errorStatus } from './errors.ts'

export type AgentOptions = {
  address: string
  /** 0 takes a free one. */
  port: number
  readCommunity: string
  writeCommunity: string
}

/** What a community with a suffix, `public@10`, shows: another model, or null for nothing. */
export type Suffixed<M> = (model: M, suffix: string) => M | null

export type AgentRequest = {
  version: number
  community: string
  type: number
  id: number
  nonRepeaters: number
  maxRepetitions: number
  varbinds: { oid: number[]; type: number; content: Buffer }[]
}

// What many switches send at most; larger answers are cut, which GETBULK allows.
const maxAnswer = 8_192
const exceptions = { noSuchInstance: Buffer.from([0x81, 0]), endOfMibView: Buffer.from([0x82, 0]) }

/** Decodes a request of version 1 or 2c (RFC 1157, RFC 3416). @throws BerError */
export function decodeRequest(packet: Buffer): AgentRequest {
  const message = new BerReader(new BerReader(packet).read(tag.sequence).content)
  const version = message.integer()
  const community = message.read(tag.octets).content.toString('utf8')
  const { type, content } = message.read()
  const pdu = new BerReader(content)
  const [id, nonRepeaters, maxRepetitions] = [pdu.integer(), pdu.integer(), pdu.integer()]
  const list = new BerReader(pdu.read(tag.sequence).content)
  const varbinds: AgentRequest['varbinds'] = []
  while (!list.done) {
    const pair = new BerReader(list.read(tag.sequence).content)
    varbinds.push({ oid: pair.oid(), ...pair.read() })
  }
  return { version, community, type, id, nonRepeaters, maxRepetitions, varbinds }
}

/** Encodes an answer; each varbind is an encoded pair made by `pair`. */
export function encodeResponse(request: AgentRequest, status: number, index: number, varbinds: Buffer[]): Buffer {
  const pdu = element(
    tag.response,
    integerElement(request.id),
    integerElement(status),
    integerElement(index),
    element(tag.sequence, ...varbinds),
  )
  const community = element(tag.octets, Buffer.from(request.community))
  return element(tag.sequence, integerElement(request.version), community, pdu)
}

export function pair(oid: readonly number[], encoded: Buffer): Buffer {
  return element(tag.sequence, oidElement(oid), encoded)
}

/** Answers one request out of a view; null when there is nothing to say (wrong community, not understood). */
export function answer<M>(
  view: AgentView<M>,
  whole: M,
  options: AgentOptions,
  packet: Buffer,
  suffixed?: Suffixed<M>,
): Buffer | null {
  const request = decodeRequest(packet)
  const { type, varbinds } = request
  const [community = '', suffix] = suffixed ? request.community.split('@') : [request.community]
  const model = suffix !== undefined && suffixed ? suffixed(whole, suffix) : whole
  if (model === null) return null
  const writer = community === options.writeCommunity
  if (request.version > 1 || !(writer || community === options.readCommunity)) return null
  const echo = () => varbinds.map((each) => pair(each.oid, element(each.type, each.content)))
  if (type === tag.getRequest) {
    const values = varbinds.map((each) => view.get(model, each.oid))
    const missing = values.indexOf(null)
    if (request.version === 0 && missing >= 0)
      return encodeResponse(request, errorStatus.noSuchName, missing + 1, echo())
    const found = values.map((each, i) => pair(varbinds[i]!.oid, each ?? exceptions.noSuchInstance))
    return encodeResponse(request, 0, 0, found)
  }
  if (type === tag.getNextRequest || (type === tag.getBulkRequest && request.version === 1)) {
    const bulk = type === tag.getBulkRequest
    const out = walk(
      view,
      model,
      request,
      bulk ? Math.max(0, request.maxRepetitions) : 1,
      bulk ? request.nonRepeaters : 0,
    )
    if (request.version === 0 && out.ended > 0)
      return encodeResponse(request, errorStatus.noSuchName, out.ended, echo())
    return encodeResponse(request, 0, 0, out.pairs)
  }
  if (type === tag.setRequest) {
    if (!writer)
      return encodeResponse(request, request.version === 0 ? errorStatus.readOnly : errorStatus.noAccess, 1, echo())
    for (const commit of [false, true]) {
      for (const [i, each] of varbinds.entries()) {
        const status = view.set(model, each.oid, written(each.type, each.content), commit)
        if (status !== 0) return encodeResponse(request, status, i + 1, echo())
      }
    }
    return encodeResponse(request, 0, 0, echo())
  }
  return null
}

function written(type: number, content: Buffer): Written {
  const numeric = type === tag.integer || type === tag.gauge
  return { type, number: numeric ? integerOf(content) : 0, bytes: Buffer.from(content) }
}

function walk<M>(view: AgentView<M>, model: M, request: AgentRequest, repetitions: number, nonRepeaters: number) {
  const pairs: Buffer[] = []
  let size = 0
  let ended = 0
  let cursors: (readonly number[])[] = request.varbinds.map((each) => each.oid)
  const step = (from: number, to: number) => {
    for (let i = from; i < to; i += 1) {
      const found = view.next(model, cursors[i]!)
      if (!found && ended === 0) ended = i + 1
      if (found) cursors[i] = found.oid
      const encoded = found ? pair(found.oid, found.value) : pair(cursors[i]!, exceptions.endOfMibView)
      size += encoded.length
      if (size > maxAnswer && pairs.length > 0) return false
      pairs.push(encoded)
    }
    return true
  }
  cursors = [...cursors]
  const fixed = Math.max(0, Math.min(nonRepeaters, cursors.length))
  let more = step(0, fixed)
  for (let round = 0; more && round < repetitions && fixed < cursors.length; round += 1)
    more = step(fixed, cursors.length)
  return { pairs, ended }
}

/** An SNMP agent of versions 1 and 2c on a UDP port, serving a view of a model. */
export class Agent<M> {
  readonly model: M
  readonly options: AgentOptions
  /** Set, the agent hears but says nothing: a dead device. */
  silent = false
  /** Requests that were answered. */
  answered = 0
  readonly #socket: Socket
  readonly #view: AgentView<M>
  readonly #suffixed: Suffixed<M> | undefined

  private constructor(view: AgentView<M>, model: M, options: AgentOptions, socket: Socket, suffixed?: Suffixed<M>) {
    this.#view = view
    this.#suffixed = suffixed
    this.model = model
    this.options = options
    this.#socket = socket
    socket.on('message', (packet, from) => {
      if (this.silent) return
      let out: Buffer | null = null
      try {
        out = answer(this.#view, this.model, this.options, packet, this.#suffixed)
      } catch {
        // Not a request we understand.
      }
      if (!out) return
      this.answered += 1
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

  /** Lets the process end although the agent listens. */
  unref(): this {
    this.#socket.unref()
    return this
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()))
  }
}
