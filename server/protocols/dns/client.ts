import { joined, msg, quote } from '../../shared/text.ts'
import { DnsConnection, type DnsLimits, messageId } from './connection.ts'
import { DnsError } from './errors.ts'
import { CLASS, encodeQuery, encodeUpdate, type Message, type Record, TYPE } from './message.ts'
import { sign, type TsigKey, verify } from './tsig.ts'

/** Names of RFC 1035 and 2136 for codes of answers. */
const codes: { readonly [code: number]: string } = {
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  7: 'YXRRSET',
  8: 'NXRRSET',
  9: 'NOTAUTH',
  10: 'NOTZONE',
}
export const NXDOMAIN = 3
export const REFUSED = 5
export const NOTAUTH = 9

export type Lookup = {
  /** `NXDOMAIN` is an answer, not a failure. */
  exists: boolean
  /** The server holds the zone of the name itself. */
  authoritative: boolean
  /** Names that the records of the type asked for point to, with the smallest TTL of theirs. */
  targets: string[]
  ttl: number | null
  /** Where the name leads, when it is an alias. */
  alias: string | null
  /** The zone that the name lies in, where the answer names it. */
  zone: string | null
}

/** Asks and updates one name server over one connection, everything signed. */
export class DnsClient {
  readonly #connection: DnsConnection
  readonly #key: TsigKey
  readonly #clock: () => number

  private constructor(connection: DnsConnection, key: TsigKey, clock: () => number) {
    this.#connection = connection
    this.#key = key
    this.#clock = clock
  }

  /** @param clock seconds since 1970 @throws DnsError `unreachable`, `timeout` */
  static async open(
    server: { host: string; port: number; key: TsigKey },
    signal: AbortSignal,
    {
      clock = () => Math.floor(Date.now() / 1000),
      limits = {},
    }: { clock?: () => number; limits?: Partial<DnsLimits> } = {},
  ): Promise<DnsClient> {
    return new DnsClient(await DnsConnection.open(server.host, server.port, signal, limits), server.key, clock)
  }

  close(): void {
    this.#connection.close()
  }

  /** Records of one type of a name. @throws DnsError */
  async lookUp(name: string, type: number, signal: AbortSignal): Promise<Lookup> {
    const message = await this.#ask(encodeQuery(messageId(), { name, type, class: CLASS.IN }), signal)
    const [question] = message.questions
    if (message.questions.length !== 1 || question?.name !== name || question.type !== type)
      throw new DnsError('protocol_error', msg`The name server answered something that was not asked`)
    if (message.code !== 0 && message.code !== NXDOMAIN) throw failure(message)
    const own = message.answers.filter((record) => record.name === name && record.class === CLASS.IN)
    const found = own.filter((record) => record.type === type)
    const zone = [...own, ...message.authorities].find((record) => record.type === TYPE.SOA)
    return {
      exists: message.code === 0,
      authoritative: message.authoritative,
      targets: found.flatMap((record) => record.target ?? []),
      ttl: found.length > 0 ? Math.min(...found.map((record) => record.ttl)) : null,
      alias: own.find((record) => record.type === TYPE.CNAME)?.target ?? null,
      zone: zone?.name ?? null,
    }
  }

  /** Changes a zone, wholly or not at all. @throws DnsError */
  async update(zone: string, updates: readonly Record[], signal: AbortSignal): Promise<void> {
    const message = await this.#ask(encodeUpdate(messageId(), zone, updates), signal)
    if (message.code !== 0) throw failure(message)
  }

  async #ask(message: Buffer, signal: AbortSignal): Promise<Message> {
    const { bytes, mac } = sign(message, this.#key, this.#clock())
    const answer = await this.#connection.ask(bytes, signal)
    verify(answer.bytes, answer.message, this.#key, mac, this.#clock())
    return answer.message
  }
}

function failure({ code }: Message): DnsError {
  const name = quote(codes[code] ?? String(code))
  const words: { readonly [code: number]: ReturnType<typeof msg> } = {
    [REFUSED]: msg`The name server does not allow this with the key`,
    [NOTAUTH]: msg`The name server does not hold the zone`,
  }
  const text = words[code]
  return new DnsError('refused', text ? joined([text, name], ': ') : msg`The name server answered ${name}`, { code })
}
