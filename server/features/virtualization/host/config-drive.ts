import type { SeedFiles } from '../../../drivers/hypervisor/volume-types.ts'
import { gatewaysOf, guestHostname, usesDhcp } from './guest-settings.ts'
import type { SeedInput } from './seed.ts'

/** What a Windows guest is told besides. */
export type WindowsLicence = {
  /** Five groups of five letters or digits. */
  product_key: string | null
  /** `host` or `host:port`. */
  kms_host: string | null
}

/**
 * Files of an OpenStack configuration drive, which cloudbase-init reads without being set up for it: host name, password, keys and KMS
 * host are data (`meta_data.json`), network is `network_data.json`, and the product key is installed by a script (`user_data`), because
 * no data of it has a place for that.
 */
export function makeConfigDrive(s: SeedInput, { product_key, kms_host }: WindowsLicence): SeedFiles {
  const hostname = guestHostname(s.name)
  const meta = {
    uuid: s.instance_id,
    name: hostname,
    hostname,
    ...(s.password !== null && { admin_pass: s.password }),
    ...(s.ssh_keys.length > 0 && {
      public_keys: Object.fromEntries(s.ssh_keys.map((key, n) => [`key-${n + 1}`, key])),
    }),
    meta: { admin_username: s.login_user, ...(kms_host !== null && { kms_host }) },
  }
  return {
    'openstack/latest/meta_data.json': JSON.stringify(meta),
    'openstack/latest/network_data.json': JSON.stringify(networkData(s)),
    // A system that stays what it is has its key.
    ...(product_key !== null && s.kind === undefined && { 'openstack/latest/user_data': installKey(product_key) }),
  }
}

/** In single quotes PowerShell replaces nothing; the key has letters, digits and hyphens only. An exit code above 1000 would ask for a restart. */
const installKey = (key: string) => `#ps1_sysnative
$slmgr = Join-Path $env:SystemRoot 'System32\\slmgr.vbs'
& cscript.exe //B //Nologo $slmgr /ipk '${key}'
if ($LASTEXITCODE -eq 0) { & cscript.exe //B //Nologo $slmgr /ato }
exit 0
`

function networkData({ interfaces, dns_servers }: SeedInput) {
  const services = dns_servers.map((address) => ({ type: 'dns', address }))
  const networks = interfaces.flatMap((one, n) => {
    const link = `eth${n}`
    const ways = gatewaysOf(interfaces, n)
    if (usesDhcp(one) && one.addresses.length === 0) return [{ id: `${link}-dhcp`, type: 'ipv4_dhcp', link }]
    // A gateway belongs to the first address of its family.
    const led = new Set<boolean>()
    return one.addresses.map(({ ip, prefix }, at) => {
      const v6 = ip.includes(':')
      const gateway = led.has(v6) ? null : v6 ? ways.v6 : ways.v4
      led.add(v6)
      const everywhere = v6 ? '::' : '0.0.0.0'
      return {
        id: `${link}-${at}`,
        type: v6 ? 'ipv6' : 'ipv4',
        link,
        ip_address: ip,
        netmask: netmaskOf(prefix, v6),
        routes: gateway === null ? [] : [{ network: everywhere, netmask: everywhere, gateway }],
        services: services.filter(({ address }) => address.includes(':') === v6),
      }
    })
  })
  const links = interfaces.map(({ mac }, n) => ({ id: `eth${n}`, type: 'phy', ethernet_mac_address: mac, mtu: null }))
  return { links, networks, services }
}

/** `255.255.255.0`, or `ffff:ffff:ffff:ffff:0:0:0:0`. */
function netmaskOf(prefix: number, v6: boolean): string {
  const [groups, bits] = v6 ? [8, 16] : [4, 8]
  const of = (n: number) => {
    const set = Math.min(bits, Math.max(0, prefix - n * bits))
    return 2 ** bits - 2 ** (bits - set)
  }
  return Array.from({ length: groups }, (_, n) => of(n).toString(v6 ? 16 : 10)).join(v6 ? ':' : '.')
}
