import type { cluster, host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import type { SeedInput } from './seed.ts'

/** The password that the creation has yet to hand to the guest, or null. */
export const passwordIn = (row: Pick<host, 'id' | 'guest_password'>): string | null =>
  row.guest_password ? unseal(row.guest_password, { table: 'host', id: row.id, column: 'guest_password' }) : null

/**
 * What the guest of a VM is told at its first start, from the record of the VM and its owner's keys; without a password nobody
 * signs in by one.
 */
export async function seedInput(
  row: host,
  home: Pick<cluster, 'dns_servers'>,
  password: string | null,
): Promise<SeedInput> {
  const { prisma, pool } = db()
  const [interfaces, keys] = await Promise.all([
    prisma.host_interface.findMany({ where: { host_id: row.id }, orderBy: { id: 'asc' } }),
    prisma.ssh_key.findMany({ where: { account_id: row.account_id }, orderBy: { id: 'asc' } }),
  ])
  const { rows } = await pool.query<{ ip: string; prefix: number; gateway: string | null; host_interface_id: number }>(
    `select host(i.ip_addr) as ip, coalesce(masklen(n.net), case family(i.ip_addr) when 4 then 32 else 128 end) as prefix, host(n.gateway) as gateway,
            i.host_interface_id from ip i left join ipnet n on n.id = i.ipnet_id where i.host_id = $1 order by i.id`,
    [row.id],
  )
  return {
    instance_id: `${row.uuid}-${row.instance}`,
    name: row.name,
    domain: row.domain,
    login_user: row.login_user,
    password,
    ssh_keys: keys.map((key) => key.ssh_pub_key),
    dns_servers: home.dns_servers,
    interfaces: interfaces.map((i) => ({
      mac: i.mac,
      dhcp: i.dhcp,
      addresses: rows.filter((address) => address.host_interface_id === i.id),
    })),
  }
}
