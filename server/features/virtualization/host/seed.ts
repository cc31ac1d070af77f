import { stringify } from 'yaml'
import type { SeedFiles } from '../../../drivers/hypervisor/types.ts'
import { accessOf } from './seed-access.ts'

export type SeedInput = {
  /** Changes whenever cloud-init has to apply the seed anew. */
  instance_id: string
  name: string
  domain: string | null
  login_user: string
  /** Null leaves password sign-in off. */
  password: string | null
  ssh_keys: string[]
  dns_servers: string[]
  /**
   * `clone`: a copy of another guest, which keeps its users and gets another identity. `access`: a guest that stays what it is and
   * gets another password and keys. Absent: a new system.
   */
  kind?: 'clone' | 'access'
  interfaces: {
    mac: string
    addresses: { ip: string; prefix: number; gateway: string | null }[]
    dhcp: boolean
    /** Comes up with neither. */
    no_ip?: boolean
  }[]
}

/** Host names of guests: what RFC 1123 allows, whatever the name of the VM in the panel. */
export const guestHostname = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63) || 'vm'

/** cloud-init NoCloud files (data source "nocloud", network configuration version 2), serialised by a YAML library. */
export function makeSeed(s: SeedInput): SeedFiles {
  const hostname = guestHostname(s.name)
  const user = {
    hostname,
    ...(s.domain && { fqdn: s.domain.includes('.') ? s.domain : `${hostname}.${s.domain}` }),
    manage_etc_hosts: true,
    disable_root: false,
    ...accessOf(s),
    // Addresses come and go: without this only a new instance is given those of its seed.
    updates: { network: { when: ['boot-new-instance', 'boot'] } },
  }
  return {
    'meta-data': stringify({ 'instance-id': s.instance_id, 'local-hostname': hostname }),
    'user-data': `#cloud-config\n${stringify(user)}`,
    'network-config': stringify(networkConfig(s)),
  }
}

/** Network configuration version 2, which is netplan's as well. */
export const networkConfig = ({ interfaces, dns_servers }: Pick<SeedInput, 'interfaces' | 'dns_servers'>) => ({
  version: 2,
  ethernets: Object.fromEntries(
    interfaces.map((i, n) => [`eth${n}`, ethernet(i, gatewaysOf(interfaces, n), dns_servers)]),
  ),
})

/** Also an interface for which there is no address. */
export const usesDhcp = ({ dhcp, no_ip, addresses }: Interface) => dhcp || (!no_ip && addresses.length === 0)

type Interface = SeedInput['interfaces'][number]

/** The gateways by which an interface leads to everywhere: one of each family, of the first interface that has one. */
export function gatewaysOf(interfaces: readonly Interface[], at: number): { v4: string | null; v6: string | null } {
  const first = (one: Interface, v6: boolean) =>
    one.addresses.find((a) => a.gateway?.includes(':') === v6)?.gateway ?? null
  const before = interfaces.slice(0, at)
  const own = (v6: boolean) => {
    const led = before.some((one) => first(one, v6) !== null || (!v6 && usesDhcp(one)))
    const one = interfaces[at]
    return one && !led ? first(one, v6) : null
  }
  return { v4: own(false), v6: own(true) }
}

function ethernet(i: Interface, { v4, v6 }: ReturnType<typeof gatewaysOf>, dns: string[]) {
  const routes = [...(v4 ? [{ to: '0.0.0.0/0', via: v4 }] : []), ...(v6 ? [{ to: '::/0', via: v6 }] : [])]
  return {
    match: { macaddress: i.mac },
    ...(usesDhcp(i) && { dhcp4: true }),
    ...(i.no_ip && { optional: true }),
    ...(i.addresses.length > 0 && { addresses: i.addresses.map((a) => `${a.ip}/${a.prefix}`) }),
    ...(routes.length > 0 && { routes }),
    ...(dns.length > 0 && { nameservers: { addresses: dns } }),
  }
}
