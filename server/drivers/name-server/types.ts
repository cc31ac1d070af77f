import type { Family } from '../../domain/ip/family.ts'
import type { NameServerKind } from '../../domain/name-server/kinds.ts'

export type ReverseAddress = { family: Family; value: bigint }

/** Where a name server is and how to get in. Nothing logs a target. */
export type NameServerTarget = {
  /** Host name or address. */
  address: string
  port: number
  /** Zones in the spelling of `canonicalName`; empty: those that the server has. */
  zones: readonly string[]
  /** Name and algorithm of the TSIG key; nothing for kinds without. */
  key_name: string
  key_algorithm: string
  /** Secret of the TSIG key in base64, or key of the API. */
  secret: string
  /** TLS, its certificate held against the authorities of the system. Only for kinds that speak HTTP. */
  is_https: boolean
  /** Certificate (PEM) of the authority that signed the server's, or of the server; empty: an authority of the system. */
  certificate: string
}

/** Where the record of an address is: the zone, its name there, and how many bits of the address the zone stands for. */
export type RecordPlace = { zone: string; name: string; prefix: number }

export type ReadRecords = {
  /** Names that the records hold, small letters, without the dot at the end. */
  domains: string[]
  /** Seconds; null when there is no record. */
  ttl: number | null
}

/**
 * A way to one name server. Every method throws `device_unreachable` when it does not answer, `device_rejected` with its reason when it
 * does not do what it is asked.
 */
export type NameServerConnection = {
  close(): void
  /** The smallest zone of this server that holds the record of the address, aliases of classless delegation followed; null when it has none. */
  locate(address: ReverseAddress, signal: AbortSignal): Promise<RecordPlace | null>
  readRecords(place: RecordPlace, signal: AbortSignal): Promise<ReadRecords>
  /** Leaves one record with the domain, or none at all (null), whatever was there. Returns what the server then answers. */
  writeRecord(place: RecordPlace, domain: string | null, ttl: number, signal: AbortSignal): Promise<ReadRecords>
  /** Signs in and looks at the zones that are named; answers those the server holds. */
  check(signal: AbortSignal): Promise<{ zones: string[]; missing: string[] }>
}

export type NameServerDriver = {
  kind: NameServerKind
  /** @throws PanelError `device_unreachable`, `refused` for a target that this driver cannot work with */
  connect(target: NameServerTarget, signal: AbortSignal): Promise<NameServerConnection>
}
