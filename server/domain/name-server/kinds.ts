export const nameServerKinds = ['rfc2136', 'power_dns'] as const
export type NameServerKind = (typeof nameServerKinds)[number]

/** What the kinds of name servers differ in. */
export const nameServerKind: Record<
  NameServerKind,
  { label: string; port: number; has_key: boolean; has_https: boolean }
> = {
  rfc2136: { label: 'DNS updates (RFC 2136) with TSIG', port: 53, has_key: true, has_https: false },
  power_dns: { label: 'PowerDNS', port: 8081, has_key: false, has_https: true },
}

/** Algorithms of TSIG keys, safest last. */
export const keyAlgorithms = ['hmac-sha256', 'hmac-sha512'] as const
