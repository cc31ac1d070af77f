import type { cluster, host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import { isWindows } from '../../../domain/os/tags.ts'
import { keyPlace } from '../os/product-key.ts'
import { guestKeyLines } from './guest-key.ts'
import type { SeedInput } from './seed.ts'

type Row = { ip: string; prefix: number; gateway: string | null; host_interface_id: number | null }

/** Interfaces of a VM with the addresses that it is to keep, as its guest is configured with them. */
export async function guestInterfaces(
  host_id: number,
): Promise<(SeedInput['interfaces'][number] & { name: string })[]> {
  const { prisma, pool } = db()
  const interfaces = await prisma.host_interface.findMany({
    where: { host_id, state: { not: 'deleting' } },
    orderBy: { id: 'asc' },
  })
  // An address without a network stands alone, a subnet without one is a network itself.
  const { rows } = await pool.query<Row>(
    `select host(i.ip_addr) as ip, coalesce(masklen(n.net), masklen(i.prefix), case family(i.ip_addr) when 4 then 32 else 128 end) as prefix,
            i.gateway, i.host_interface_id
       from ip i left join ipnet n on n.id = i.ipnet_id where i.host_id = $1 and i.state <> 'deleting' order by i.id`,
    [host_id],
  )
  return interfaces.map((one, n) => ({
    name: one.name,
    mac: one.mac,
    dhcp: one.dhcp,
    no_ip: one.no_ip,
    addresses: rows
      .filter((address) => (address.host_interface_id ?? (n === 0 ? one.id : null)) === one.id)
      .map(({ ip, prefix, gateway }) => ({ ip, prefix, gateway })),
  }))
}

/** The password that the creation has yet to hand to the guest, or null. */
export const passwordIn = (row: Pick<host, 'id' | 'guest_password'>): string | null =>
  row.guest_password ? unseal(row.guest_password, { table: 'host', id: row.id, column: 'guest_password' }) : null

/**
 * What the guest of a VM is told at its first start, from the record of the VM, its owner's keys and the panel's; without a password
 * sign-in by password is off.
 */
export async function seedInput(
  row: host,
  home: Pick<cluster, 'dns_servers' | 'virtualization_type'>,
  password: string | null,
): Promise<SeedInput> {
  const [interfaces, own, keys, windows] = await Promise.all([
    guestInterfaces(row.id),
    // Programs run in containers without a service inside, and PowerShell through the agent alone.
    home.virtualization_type === 'lxd' || isWindows(row.os_group) ? [] : guestKeyLines(row.id),
    db().prisma.ssh_key.findMany({ where: { account_id: row.account_id }, orderBy: { id: 'asc' } }),
    licenceOf(row),
  ])
  return {
    instance_id: `${row.uuid}-${row.instance}`,
    name: row.name,
    domain: row.domain,
    login_user: row.login_user,
    password,
    ssh_keys: [...keys.map((key) => key.ssh_pub_key), ...own],
    dns_servers: home.dns_servers,
    interfaces,
    windows,
  }
}

/** Product key and KMS server of a Windows guest, as its system has them now; undefined for other guests. */
async function licenceOf({ os_id, os_group }: Pick<host, 'os_id' | 'os_group'>): Promise<SeedInput['windows']> {
  if (!isWindows(os_group)) return undefined
  const os = os_id === null ? null : await db().prisma.os.findUnique({ where: { id: os_id } })
  const sealed = os?.product_key ?? null
  return {
    product_key: sealed && unseal(sealed, keyPlace(os?.id ?? 0)),
    kms_host: os?.kms_ip ? [os.kms_ip, os.kms_port].filter(Boolean).join(':') : null,
  }
}
