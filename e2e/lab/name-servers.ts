/**
 * What the lab's name servers hold and let in. Both take DNS updates signed with `update`; the key `reader` may ask only. The secrets
 * are those of the lab.
 */
export const labDns = {
  update: {
    name: 'panel-update',
    algorithm: 'hmac-sha256',
    secret: 'cGFuZWwtdXBkYXRlLXNlY3JldC1vZi10aGUtbGFiIQ==',
  },
  update512: {
    name: 'panel-update-512',
    algorithm: 'hmac-sha512',
    secret: 'cGFuZWwtdXBkYXRlLXNlY3JldC1vZi10aGUtbGFiLXRoYXQtaXMtYXMtbG9uZy1hcy1zaGE1MTItb3V0cHV0IQ==',
  },
  reader: { name: 'reader', algorithm: 'hmac-sha256', secret: 'cmVhZGVyLXNlY3JldC1vZi10aGUtbGFiLW9ubHkhISE=' },
  /** Key of the HTTP API of PowerDNS, and its port. */
  api: { key: 'lab-api-key', port: 8081 },
  /**
   * A /24 whose addresses 64 to 127 are delegated by aliases to a zone of the same server, a part of a /24 whose parent is elsewhere, and an
   * IPv6 prefix.
   */
  zones: {
    whole: '2.0.192.in-addr.arpa',
    delegated: '64/26.2.0.192.in-addr.arpa',
    alone: '0-31.100.51.198.in-addr.arpa',
    six: '8.b.d.0.1.0.0.2.ip6.arpa',
  },
} as const
