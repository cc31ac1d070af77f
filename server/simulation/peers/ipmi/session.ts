import type { Channel } from '../../../protocols/ipmi/channel.ts'
import type { IpmiMessage } from '../../../protocols/ipmi/message.ts'
import type { CipherSuite } from '../../../protocols/ipmi/suites.ts'

/** A session as the controller sees it. */
export class PeerSession {
  readonly id: number
  readonly channel: Channel
  readonly suite: CipherSuite
  /** Most that this session may ask for. */
  readonly limit: number
  /** What it asked for; sessions begin as those of users. */
  privilege = 2
  /** Where the console's packets come from. */
  from = { address: '', port: 0 }
  lastUse = Date.now()
  #last: { key: string; reply: Buffer } | null = null

  constructor(id: number, channel: Channel, suite: CipherSuite, limit: number) {
    this.id = id
    this.channel = channel
    this.suite = suite
    this.limit = limit
  }

  /** Runs a request once: what comes again under the same number gets the same answer (IPMI 2.0, 6.12.14). */
  once(message: IpmiMessage, run: () => Buffer): Buffer {
    const key = `${message.sequence} ${message.netFn} ${message.command} ${message.data.toString('hex')}`
    if (this.#last?.key !== key) this.#last = { key, reply: run() }
    return this.#last.reply
  }
}
