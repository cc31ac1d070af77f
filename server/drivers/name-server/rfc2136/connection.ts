import { reverseName, zonesFor } from '../../../domain/ptr/reverse.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { DnsClient, type Lookup } from '../../../protocols/dns/client.ts'
import { DnsError } from '../../../protocols/dns/errors.ts'
import { addition, removal, TYPE } from '../../../protocols/dns/message.ts'
import { canonicalName, isWithin } from '../../../protocols/dns/names.ts'
import type { TsigAlgorithm } from '../../../protocols/dns/tsig.ts'
import { msg } from '../../../shared/text.ts'
import type {
  NameServerConnection,
  NameServerDriver,
  NameServerTarget,
  ReadRecords,
  RecordPlace,
  ReverseAddress,
} from '../types.ts'
import { withWords } from '../words.ts'

/** Aliases that are followed from the name of an address to its record. */
const MOST_ALIASES = 4

/** A name server that takes DNS updates (RFC 2136), signed with TSIG (RFC 8945), over TCP. */
class Rfc2136 implements NameServerConnection {
  readonly #target: NameServerTarget
  readonly #client: DnsClient

  constructor(target: NameServerTarget, client: DnsClient) {
    this.#target = target
    this.#client = client
  }

  close(): void {
    this.#client.close()
  }

  locate(address: ReverseAddress, signal: AbortSignal): Promise<RecordPlace | null> {
    return this.#run(async () => {
      const { zones } = this.#target
      if (zones.length === 0) return this.#place(reverseName(address), 0, signal)
      for (const { name, prefix } of zonesFor(address, zones)) {
        const place = await this.#place(name, prefix, signal)
        if (place) return place
      }
      return null
    })
  }

  /** Where a name is: its aliases followed, and the zone at their end. */
  async #place(start: string, prefix: number, signal: AbortSignal): Promise<RecordPlace | null> {
    let name = start
    for (let hops = 0; hops <= MOST_ALIASES; hops++) {
      const found = await this.#soa(name, signal)
      if (!found?.authoritative) return null
      if (found.alias === null) {
        const { zone } = found
        if (zone === null || !isWithin(name, zone)) return null
        return { zone, name, prefix: prefix || (name === start ? reversePrefix(zone) : MOST_SPECIFIC) }
      }
      name = found.alias
    }
    return null
  }

  /** What the server knows of the zone of a name; null when it holds none. */
  async #soa(name: string, signal: AbortSignal): Promise<Lookup | null> {
    try {
      return await this.#client.lookUp(name, TYPE.SOA, signal)
    } catch (error) {
      if (error instanceof DnsError && error.kind === 'refused') return null
      throw error
    }
  }

  readRecords({ name }: RecordPlace, signal: AbortSignal): Promise<ReadRecords> {
    return this.#run(async () => {
      const { targets, ttl } = await this.#client.lookUp(name, TYPE.PTR, signal)
      return { domains: targets.toSorted(), ttl }
    })
  }

  async writeRecord(place: RecordPlace, domain: string | null, ttl: number, signal: AbortSignal): Promise<ReadRecords> {
    const { zone, name } = place
    const added = domain === null ? [] : [addition(name, TYPE.PTR, ttl, domain)]
    await this.#run(() => this.#client.update(zone, [removal(name, TYPE.PTR), ...added], signal))
    return this.readRecords(place, signal)
  }

  check(signal: AbortSignal): Promise<{ zones: string[]; missing: string[] }> {
    return this.#run(async () => {
      const { zones } = this.#target
      // Whatever it answers, it judges the signature first.
      if (zones.length === 0) await this.#soa('in-addr.arpa', signal)
      const held: string[] = []
      for (const zone of zones) {
        const found = await this.#soa(zone, signal)
        if (!found?.authoritative || found.zone !== zone) continue
        // An update without changes shows whether the key may make any.
        await this.#client.update(zone, [], signal)
        held.push(zone)
      }
      return { zones: held, missing: zones.filter((zone) => !held.includes(zone)) }
    })
  }

  #run<T>(act: () => Promise<T>): Promise<T> {
    return withWords(this.#target.address, act)
  }
}

/** Of a zone that an alias leads to: nothing is more specific. */
const MOST_SPECIFIC = 128
const reversePrefix = (zone: string) => Math.max(0, zone.split('.').length - 2) * (zone.endsWith('ip6.arpa') ? 4 : 8)

function keyOf({ key_name, key_algorithm, secret }: NameServerTarget) {
  const name = canonicalName(key_name)
  if (!name || name === '.') throw refused(msg`The TSIG key needs a name`, 'key_name')
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length === 0) throw refused(msg`The secret of the TSIG key is not base64`, 'secret')
  return { name, algorithm: key_algorithm as TsigAlgorithm, secret: bytes }
}

export const rfc2136Driver: NameServerDriver = {
  kind: 'rfc2136',
  async connect(target, signal) {
    const { address: host, port } = target
    const key = keyOf(target)
    return new Rfc2136(target, await withWords(host, () => DnsClient.open({ host, port, key }, signal)))
  },
}
