import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import ssh2 from 'ssh2'
import { frame, MessageReader } from '../../../protocols/netconf/framing.ts'
import { child, childrenOf, parseXml, serialize, textAt, type XmlElement, xml } from '../../../protocols/netconf/xml.ts'
import { generateKeyPair } from '../../../protocols/ssh/keys.ts'
import { answerAtOnce } from '../../peers/answer-at-once.ts'
import { ConfigError, copyOf, editTree } from './config-tree.ts'
import type { SimulatedSwitch } from './model.ts'
import { applyConfiguration, checkConfiguration, configurationOf } from './vendor-b-config.ts'

const base = 'urn:ietf:params:xml:ns:netconf:base:1.0'
// In the form these switches have, which is older than the standard's.
const capabilities = [
  base,
  'urn:ietf:params:xml:ns:netconf:capability:candidate:1.0',
  'urn:ietf:params:xml:ns:netconf:capability:confirmed-commit:1.0',
]

export type PeerOptions = {
  address: string
  /** 0 takes a free one. */
  port: number
  username: string
  password: string
  /** Private key in a form ssh2 reads; without it, a new one for each process. */
  hostKey?: string
}

/** Wrong on purpose, for tests: what the next commit does. */
export type PeerFault = 'ignore' | 'refuse' | 'hang' | null

let ownKey: string | null = null

/**
 * A switch of vendor B at the NETCONF end (RFC 6241 with candidate and confirmed commit, base 1.0): its commits change the
 * simulated switch, which an SNMP agent shows at the same time.
 */
export class NetconfPeer {
  readonly model: SimulatedSwitch
  readonly options: PeerOptions
  /** Dialogues that were begun. */
  sessions = 0
  /** Commits that were confirmed or needed no confirmation. */
  commits = 0
  rollbacks = 0
  /** Commits that were left without an answer by the fault `hang`. */
  unanswered = 0
  fault: PeerFault = null
  readonly #server: ssh2.Server
  #candidate: XmlElement
  #running: XmlElement
  /** What the last commit replaced. */
  #before: XmlElement
  #lock: number | null = null
  #trial: { session: number; before: XmlElement; timer: NodeJS.Timeout } | null = null

  private constructor(model: SimulatedSwitch, options: PeerOptions, server: ssh2.Server) {
    this.model = model
    this.options = options
    this.#server = server
    this.#running = configurationOf(model)
    this.#candidate = copyOf(this.#running)
    this.#before = this.#running
  }

  static async listen(model: SimulatedSwitch, options: PeerOptions): Promise<NetconfPeer> {
    ownKey ??= generateKeyPair('simulated switch').privateKey
    const server = new ssh2.Server({ hostKeys: [options.hostKey ?? ownKey] })
    server.listen(options.port, options.address)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const peer = new NetconfPeer(model, { ...options, port }, server)
    server.on('connection', (client) => peer.#connection(client))
    return peer
  }

  /** Lets the process end although the peer listens. */
  unref(): this {
    this.#server.unref()
    return this
  }

  async close(): Promise<void> {
    if (this.#trial) clearTimeout(this.#trial.timer)
    this.#server.close()
  }

  #connection(client: ssh2.Connection): void {
    answerAtOnce(client)
    client.on('error', () => {})
    client.on('authentication', (attempt) => {
      const { username, password } = this.options
      if (attempt.method === 'password' && attempt.username === username && attempt.password === password)
        attempt.accept()
      else attempt.reject(['password'])
    })
    client.on('session', (accept) => {
      const session = accept()
      session.on('subsystem', (take, reject, { name }) => (name === 'netconf' ? this.#dialogue(take()) : reject()))
      session.on('exec', (take, reject, { command }) =>
        command === 'xml-mode netconf need-trailer' ? this.#dialogue(take()) : reject(),
      )
    })
  }

  #dialogue(stream: Duplex): void {
    this.sessions += 1
    const id = this.sessions
    const reader = new MessageReader(1 << 20)
    const send = (message: XmlElement) => stream.write(frame(serialize(message), false))
    const offer = xml(
      'capabilities',
      capabilities.map((uri) => xml('capability', uri)),
    )
    send(xml('hello', [offer, xml('session-id', id)], { xmlns: base }))
    stream.on('error', () => {})
    stream.on('close', () => this.#gone(id))
    stream.on('data', (data: Buffer) => {
      try {
        reader.push(data)
        for (let text = reader.next(); text !== null; text = reader.next()) {
          const message = parseXml(text.trim())
          if (message.name !== 'rpc') continue
          const reply = this.#reply(id, message.children[0])
          if (reply)
            send(xml('rpc-reply', reply, { xmlns: base, 'message-id': message.attributes['message-id'] ?? '' }))
        }
      } catch {
        stream.destroy()
      }
    })
  }

  #reply(session: number, operation: XmlElement | undefined): XmlElement[] | null {
    if (operation?.name === 'commit' && this.fault === 'hang') {
      this.unanswered += 1
      return null
    }
    try {
      return this.#run(session, operation) ?? [xml('ok')]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const parts = {
        'error-type': 'application',
        'error-tag': error.tag,
        'error-severity': 'error',
        'error-message': error.message,
      }
      return [
        xml(
          'rpc-error',
          Object.entries(parts).map(([name, text]) => xml(name, text)),
        ),
      ]
    }
  }

  #run(session: number, operation: XmlElement | undefined): XmlElement[] | null {
    const writes = ['lock', 'edit-config', 'load-configuration', 'commit', 'discard-changes', 'unlock']
    if (writes.includes(operation?.name ?? '') && this.#lock !== null && this.#lock !== session)
      throw new ConfigError('lock-denied', `configuration database locked by session ${this.#lock}`)
    switch (operation?.name) {
      case 'get-config':
        return [
          xml('data', [
            filtered(child(child(operation, 'source'), 'candidate') ? this.#candidate : this.#running, operation),
          ]),
        ]
      case 'lock':
        this.#lock = session
        return null
      case 'unlock':
        this.#lock = null
        return null
      case 'discard-changes':
        this.#candidate = copyOf(this.#running)
        return null
      case 'edit-config':
        for (const part of child(operation, 'config')?.children ?? []) editTree(this.#candidate, part)
        return null
      case 'load-configuration':
        if (operation.attributes.rollback !== '1') throw new ConfigError('operation-not-supported', 'only rollback 1')
        this.#candidate = copyOf(this.#before)
        this.rollbacks += 1
        return null
      case 'commit':
        this.#commit(session, operation)
        return null
      default:
        throw new ConfigError('operation-not-supported', `no such operation: ${operation?.name}`)
    }
  }

  #commit(session: number, operation: XmlElement): void {
    if (this.fault === 'refuse') throw new ConfigError('operation-failed', 'commit failed: <b>no space</b>')
    checkConfiguration(this.#candidate)
    const confirmed = child(operation, 'confirmed') !== undefined
    const before = this.#trial?.before ?? this.#running
    this.#before = this.#running
    if (this.#trial) clearTimeout(this.#trial.timer)
    this.#trial = null
    if (this.fault !== 'ignore') this.#put(copyOf(this.#candidate))
    if (!confirmed) {
      this.commits += 1
      return
    }
    const seconds = Number(textAt(operation, 'confirm-timeout') || 600)
    const timer = setTimeout(() => this.#takeBack(), seconds * 1_000)
    timer.unref()
    this.#trial = { session, before, timer }
  }

  #put(tree: XmlElement): void {
    this.#running = tree
    applyConfiguration(this.model, tree)
  }

  #takeBack(): void {
    if (!this.#trial) return
    clearTimeout(this.#trial.timer)
    this.#put(copyOf(this.#trial.before))
    this.#candidate = copyOf(this.#running)
    this.#trial = null
    this.rollbacks += 1
  }

  /** A session's end gives its lock back, and a commit that it did not confirm. */
  #gone(session: number): void {
    if (this.#trial?.session === session) this.#takeBack()
    if (this.#lock === session) {
      this.#lock = null
      this.#candidate = copyOf(this.#running)
    }
  }
}

/** A copy of the configuration with the interfaces that a filter names (RFC 6241, 6): all of them when it names none. */
function filtered(tree: XmlElement, operation: XmlElement | undefined): XmlElement {
  const all = copyOf(tree)
  const wanted = childrenOf(child(child(child(operation, 'filter'), 'configuration'), 'interfaces'), 'interface')
  const names = wanted.map((each) => textAt(each, 'name').trim())
  const interfaces = child(all, 'interfaces')
  if (interfaces && names.length > 0)
    interfaces.children = interfaces.children.filter((each) => names.includes(textAt(each, 'name').trim()))
  return all
}
