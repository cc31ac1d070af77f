import type { NameServerKind } from '../../domain/name-server/kinds.ts'
import { powerDnsDriver } from './power-dns/connection.ts'
import { rfc2136Driver } from './rfc2136/connection.ts'
import type { NameServerDriver } from './types.ts'

/** The driver of each kind of name server. */
export const nameServerDrivers: Record<NameServerKind, NameServerDriver> = {
  rfc2136: rfc2136Driver,
  power_dns: powerDnsDriver,
}
