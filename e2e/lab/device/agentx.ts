import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { BerReader, integerOf, oidOf, tag } from '../../../server/protocols/snmp/ber.ts'
import { type AgentView, compareArcs, type Found } from '../../../server/simulation/peers/snmp/agent-view.ts'
import {
  type Header,
  headerLength,
  octetBytes,
  oidBytes,
  packet,
  pduType,
  readHeader,
  WireReader,
} from './agentx-wire.ts'

const commitFailed = 14
const endOfMibView = 130
const noSuchInstance = 129

/** A varbind of AgentX made of an encoded value of BER: the types have the same numbers. */
function varbind(oid: readonly number[], value: Buffer | number): Buffer {
  const head = Buffer.alloc(4)
  if (typeof value === 'number') {
    head.writeUInt16BE(value)
    return Buffer.concat([head, oidBytes(oid)])
  }
  const { type, content } = new BerReader(value).read()
  head.writeUInt16BE(type)
  const data = Buffer.alloc(type === tag.counter64 ? 8 : 4)
  if (type === tag.octets) return Buffer.concat([head, oidBytes(oid), octetBytes(content)])
  if (type === tag.oid) return Buffer.concat([head, oidBytes(oid), oidBytes(oidOf(content))])
  if (type === tag.counter64) content.subarray(-8).copy(data, 8 - Math.min(8, content.length))
  else data.writeInt32BE(integerOf(content) | 0)
  return Buffer.concat([head, oidBytes(oid), data])
}

/**
 * A subagent (RFC 2741) that adds a view of a model to a real snmpd. What is written is acknowledged when `committed` has settled,
 * so that a manager's SET ends only when the change is in the device.
 */
export class Subagent<M> {
  readonly #view: AgentView<M>
  readonly #model: M
  readonly #committed: () => Promise<void>
  readonly #socket: Socket
  #buffer: Buffer = Buffer.alloc(0)
  #session = 0
  #packet = 0
  #replies = new Map<number, (payload: Buffer) => void>()
  /** What TestSet found good, by transaction. */
  #tested = new Map<number, ReturnType<WireReader['written']>[]>()

  private constructor(socket: Socket, view: AgentView<M>, model: M, committed: () => Promise<void>) {
    this.#socket = socket
    this.#view = view
    this.#model = model
    this.#committed = committed
    socket.on('data', (data: Buffer) => this.#take(data))
  }

  /** Connects to the master's socket and registers subtrees. */
  static async open<M>(
    path: string,
    view: AgentView<M>,
    model: M,
    subtrees: readonly (readonly number[])[],
    committed: () => Promise<void>,
  ): Promise<Subagent<M>> {
    const socket = connect(path)
    await once(socket, 'connect')
    const agent = new Subagent(socket, view, model, committed)
    await agent.#ask(pduType.open, Buffer.from([5, 0, 0, 0]), oidBytes([]), octetBytes(Buffer.from('datahall lab')))
    for (const subtree of subtrees) await agent.#ask(pduType.register, Buffer.from([0, 127, 0, 0]), oidBytes(subtree))
    return agent
  }

  async #ask(type: number, ...payload: Buffer[]): Promise<void> {
    this.#packet += 1
    const id = this.#packet
    const reply = new Promise<Buffer>((resolve) => this.#replies.set(id, resolve))
    this.#socket.write(packet({ type, session: this.#session, transaction: 0, packet: id }, ...payload))
    const error = (await reply).readUInt16BE(4)
    if (error !== 0) throw new Error(`The master agent refuses request ${type}: error ${error}`)
  }

  #take(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data])
    while (this.#buffer.length >= headerLength) {
      const header = readHeader(this.#buffer)
      if (this.#buffer.length < headerLength + header.length) return
      const payload = this.#buffer.subarray(headerLength, headerLength + header.length)
      this.#buffer = this.#buffer.subarray(headerLength + header.length)
      if (header.type === pduType.response) {
        this.#session ||= header.session
        this.#replies.get(header.packet)?.(payload)
        this.#replies.delete(header.packet)
      } else void this.#serve(header, new WireReader(payload))
    }
  }

  async #serve(header: Header, reader: WireReader): Promise<void> {
    switch (header.type) {
      case pduType.get:
      case pduType.getNext:
      case pduType.getBulk:
        return this.#respond(header, 0, 0, this.#read(header.type, reader))
      case pduType.testSet: {
        const wanted: ReturnType<WireReader['written']>[] = []
        while (!reader.done) wanted.push(reader.written())
        for (const [i, each] of wanted.entries()) {
          const status = this.#view.set(this.#model, each.arcs, each, false)
          if (status !== 0) return this.#respond(header, status, i + 1)
        }
        this.#tested.set(header.transaction, wanted)
        return this.#respond(header, 0, 0)
      }
      case pduType.commitSet: {
        for (const each of this.#tested.get(header.transaction) ?? [])
          this.#view.set(this.#model, each.arcs, each, true)
        const error = await this.#committed().then(
          () => 0,
          () => commitFailed,
        )
        return this.#respond(header, error, error === 0 ? 0 : 1)
      }
      case pduType.cleanupSet:
        this.#tested.delete(header.transaction)
        return
      default:
        return this.#respond(header, 0, 0)
    }
  }

  #read(type: number, reader: WireReader): Buffer[] {
    const fixed = type === pduType.getBulk ? reader.number(2) : 0
    const repetitions = type === pduType.getBulk ? reader.number(2) : 1
    const ranges: { start: number[]; include: boolean; end: number[] }[] = []
    while (!reader.done) {
      const { arcs, include } = reader.oid()
      ranges.push({ start: arcs, include, end: reader.oid().arcs })
    }
    if (type === pduType.get)
      return ranges.map(({ start }) => varbind(start, this.#view.get(this.#model, start) ?? noSuchInstance))
    const out: Buffer[] = []
    const step = (range: (typeof ranges)[number]) => {
      const found = this.#next(range)
      out.push(found ? varbind(found.oid, found.value) : varbind(range.start, endOfMibView))
      if (found) Object.assign(range, { start: [...found.oid], include: false })
    }
    ranges.slice(0, fixed).forEach(step)
    for (let i = 0; i < repetitions; i += 1) ranges.slice(fixed).forEach(step)
    return out
  }

  #next({ start, include, end }: { start: number[]; include: boolean; end: number[] }): Found | null {
    const here = include ? this.#view.get(this.#model, start) : null
    const found = here ? { oid: start, value: here } : this.#view.next(this.#model, start)
    return found && (end.length === 0 || compareArcs(found.oid, end) < 0) ? found : null
  }

  #respond({ session, transaction, packet: id }: Header, error: number, index: number, varbinds: Buffer[] = []): void {
    const head = Buffer.alloc(8)
    head.writeUInt16BE(error, 4)
    head.writeUInt16BE(index, 6)
    this.#socket.write(packet({ type: pduType.response, session, transaction, packet: id }, head, ...varbinds))
  }
}
