import type { Work } from '../../../db/transaction.ts'
import type { Family } from '../../../domain/ip/family.ts'
import { changed } from '../../../events/changes.ts'

/** An allocated address: what a VM has to be configured with. Names as in the API's address record. */
export type Address = {
  id: number
  ip_addr: string
  family: Family
  /** Dotted for IPv4, the prefix length as text for IPv6. */
  mask: string
  /** Prefix length of the network; 32 or 128 when the address belongs to none. */
  prefix: number
  gateway: string | null
  ippool: number | null
  network: number | null
  host_id: number | null
  host_interface_id: number | null
  cluster_interface: number | null
  server_id: number | null
  account_id: number | null
  state: string
}

/** Who gets the addresses and what is written beside them. */
export type Recipient = {
  host_id?: number | null
  /** `host_interface.id`. */
  interface_id?: number | null
  /** 0 = main network interface, 1 = second. */
  cluster_interface?: number | null
  /** A physical server, instead of a VM. */
  server_id?: number | null
  account_id?: number | null
  domain?: string | null
  /** `allocating` by default: the task that configures the VM sets `ok` at its end (`settleAddresses`). */
  state?: 'allocating' | 'ok'
  note?: string
}

/** SQL: the fields of an `Address` of a row `i` of addresses, but its prefix. */
export const FIELDS = `i.id, host(i.ip_addr) as ip_addr, i.family, i.mask, i.gateway, i.ippool_id as ippool, i.ipnet_id as network, i.host_id,
  i.host_interface_id, i.cluster_interface, i.server_id, i.account_id, i.state`
/** SQL: all of them, with the network `n` of the address beside it. */
export const COLUMNS = `${FIELDS}, masklen(coalesce(n.net, i.ip_addr)) as prefix`

/** What is written into the row of an address, as JSON. */
export const given = (to: Recipient) =>
  JSON.stringify({
    host_id: to.host_id ?? null,
    host_interface_id: to.interface_id ?? null,
    cluster_interface: to.cluster_interface ?? null,
    server_id: to.server_id ?? null,
    account_id: to.account_id ?? null,
    domain: to.domain ?? null,
    state: to.state ?? 'allocating',
    note: to.note ?? '',
  })

/** SQL: what is done is done by the panel itself or for an administrator, to whom everything may be named. */
export const byAdmin = (account: string) =>
  `(${account}::int is null or exists (select from account where id = ${account}::int and '@admin' = any (roles)))`

/** Notes that an address changed, and answers it. */
export function noted(work: Work, row: Address, event: 'create' | 'update' | 'delete'): Address {
  changed(work, {
    entity: 'ip',
    entity_id: row.id,
    event,
    account_id: row.account_id,
    data: { ip_addr: row.ip_addr, state: row.state },
    relations: {
      ...(row.host_id && { host: row.host_id }),
      ...(row.server_id && { server: row.server_id }),
      ...(row.ippool && { ippool: row.ippool }),
    },
  })
  return row
}
