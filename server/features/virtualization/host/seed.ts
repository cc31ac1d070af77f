import { stringify } from 'yaml'
import type { SeedFiles } from '../../../drivers/hypervisor/volume-types.ts'
import { makeConfigDrive, type WindowsLicence } from './config-drive.ts'
import { gatewaysOf, guestHostname, usesDhcp } from './guest-settings.ts'
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
  /** Of a Windows guest, which reads another kind of seed. */
  windows?: WindowsLicence | undefined
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

/**
 * cloud-init NoCloud files (data source "nocloud", network configuration version 2), serialised by a YAML library; for Windows a
 * configuration drive.
 */
export function makeSeed(s: SeedInput): SeedFiles {
  if (s.windows) return makeConfigDrive(s, s.windows)
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

function ethernet(i: SeedInput['interfaces'][number], { v4, v6 }: ReturnType<typeof gatewaysOf>, dns: string[]) {
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
