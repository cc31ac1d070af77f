import { zonesFor } from '../../../domain/ptr/reverse.ts'
import { canonicalName, isWithin } from '../../../protocols/dns/names.ts'
import { type ApiZone, PowerDnsClient } from '../../../protocols/power-dns/client.ts'
import type {
  NameServerConnection,
  NameServerDriver,
  NameServerTarget,
  ReadRecords,
  RecordPlace,
  ReverseAddress,
} from '../types.ts'
import { withWords } from '../words.ts'

const MOST_ALIASES = 4
const MOST_SPECIFIC = 128

type Zone = { zone: string; id: string }

/** Zones whose records another server writes are none of ours. */
const writable = ({ kind }: ApiZone) => !/slave|secondary|consumer/i.test(kind)

/** A PowerDNS authoritative server over its HTTP API. */
class PowerDns implements NameServerConnection {
  readonly #target: NameServerTarget
  readonly #client: PowerDnsClient
  #zones: Promise<Zone[]> | null = null

  constructor(target: NameServerTarget) {
    this.#target = target
    const { address: host, port, is_https: tls, certificate, secret: key } = target
    this.#client = new PowerDnsClient({ host, port, tls, certificate, key })
  }

  /** Every request has a connection of its own. */
  close(): void {}

  locate(address: ReverseAddress, signal: AbortSignal): Promise<RecordPlace | null> {
    return this.#run(async () => {
      const zones = await this.#held(signal)
      const wanted = this.#target.zones
      const names = zones.map(({ zone }) => zone).filter((zone) => wanted.length === 0 || wanted.includes(zone))
      for (const found of zonesFor(address, names)) {
        const place = await this.#follow(found, zones, signal)
        if (place) return place
      }
      return null
    })
  }

  /** The end of the aliases that a place leads to; null when that is in no zone of this server. */
  async #follow(start: RecordPlace, zones: readonly Zone[], signal: AbortSignal): Promise<RecordPlace | null> {
    let place = start
    for (let hops = 0; hops <= MOST_ALIASES; hops++) {
      const sets = await this.#client.recordSets(idOf(place.zone, zones), `${place.name}.`, signal)
      const content = sets.find((set) => set.type === 'CNAME')?.records.find((record) => !record.disabled)?.content
      const name = content === undefined ? null : canonicalName(content)
      if (name === null) return place
      const [zone] = zones
        .filter((each) => isWithin(name, each.zone))
        .sort((a, b) => b.zone.split('.').length - a.zone.split('.').length)
      if (!zone) return null
      place = { zone: zone.zone, name, prefix: MOST_SPECIFIC }
    }
    return null
  }

  readRecords(place: RecordPlace, signal: AbortSignal): Promise<ReadRecords> {
    return this.#run(async () => {
      const zones = await this.#held(signal)
      const sets = await this.#client.recordSets(idOf(place.zone, zones), `${place.name}.`, signal)
      const set = sets.find((each) => each.type === 'PTR')
      const records = set?.records.filter((record) => !record.disabled) ?? []
      const domains = records.flatMap(({ content }) => canonicalName(content) ?? [])
      return { domains: domains.toSorted(), ttl: set && records.length > 0 ? set.ttl : null }
    })
  }

  async writeRecord(place: RecordPlace, domain: string | null, ttl: number, signal: AbortSignal): Promise<ReadRecords> {
    await this.#run(async () => {
      const id = idOf(place.zone, await this.#held(signal))
      const contents = domain === null ? [] : [`${domain}.`]
      await this.#client.replace(id, { name: `${place.name}.`, type: 'PTR', ttl, contents }, signal)
    })
    return this.readRecords(place, signal)
  }

  check(signal: AbortSignal): Promise<{ zones: string[]; missing: string[] }> {
    return this.#run(async () => {
      const held = new Set((await this.#held(signal)).map(({ zone }) => zone))
      const { zones } = this.#target
      return { zones: zones.filter((zone) => held.has(zone)), missing: zones.filter((zone) => !held.has(zone)) }
    })
  }

  /** The server's zones, read once a connection. */
  #held(signal: AbortSignal): Promise<Zone[]> {
    this.#zones ??= this.#client.zones(signal).then((all) =>
      all.filter(writable).flatMap(({ id, name }) => {
        const zone = canonicalName(name)
        return zone === null ? [] : [{ zone, id }]
      }),
    )
    return this.#zones
  }

  #run<T>(act: () => Promise<T>): Promise<T> {
    return withWords(this.#target.address, act)
  }
}

/** What the API calls a zone; one that is gone since is asked for by its name, and refused there. */
const idOf = (zone: string, zones: readonly Zone[]) => zones.find((each) => each.zone === zone)?.id ?? `${zone}.`

export const powerDnsDriver: NameServerDriver = {
  kind: 'power_dns',
  connect: async (target) => new PowerDns(target),
}
