import { stringify } from 'yaml'
import type { SeedFiles } from '../../../drivers/hypervisor/types.ts'

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
  interfaces: { mac: string; addresses: { ip: string; prefix: number; gateway: string | null }[]; dhcp: boolean }[]
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
    user: s.login_user,
    disable_root: false,
    ssh_pwauth: s.password !== null,
    ...(s.password !== null && { password: s.password, chpasswd: { expire: false } }),
    ...(s.ssh_keys.length > 0 && { ssh_authorized_keys: s.ssh_keys }),
  }
  return {
    'meta-data': stringify({ 'instance-id': s.instance_id, 'local-hostname': hostname }),
    'user-data': `#cloud-config\n${stringify(user)}`,
    'network-config': stringify({
      version: 2,
      ethernets: Object.fromEntries(s.interfaces.map((i, n) => [`eth${n}`, ethernet(i, s.dns_servers)])),
    }),
  }
}

function ethernet(i: SeedInput['interfaces'][number], dns: string[]) {
  const routes = i.addresses.flatMap((a) =>
    a.gateway ? [{ to: a.gateway.includes(':') ? '::/0' : '0.0.0.0/0', via: a.gateway }] : [],
  )
  const once = routes.filter((route, n) => routes.findIndex((other) => other.to === route.to) === n)
  return {
    match: { macaddress: i.mac },
    ...(i.dhcp || i.addresses.length === 0 ? { dhcp4: true } : {}),
    ...(i.addresses.length > 0 && { addresses: i.addresses.map((a) => `${a.ip}/${a.prefix}`) }),
    ...(once.length > 0 && { routes: once }),
    ...(dns.length > 0 && { nameservers: { addresses: dns } }),
  }
}
