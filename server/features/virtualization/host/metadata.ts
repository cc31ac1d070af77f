import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { HostMetadata } from '../../../domain/host/metadata.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { ownHost } from './claim.ts'

/** Everything but secrets that it takes to make a VM like this one again. */
export async function readMetadata(ctx: Context, id: number): Promise<{ metadata: HostMetadata }> {
  const { prisma, pool } = db()
  const row = await prisma.host.findFirst({ where: ownHost(ctx.actor, id) })
  if (!row) throw notFound(msg`VM`, id)
  const [cluster, node, interfaces, disks, addresses] = await Promise.all([
    prisma.cluster.findUniqueOrThrow({ where: { id: row.cluster_id }, select: { id: true, name: true } }),
    row.node_id === null
      ? null
      : prisma.node.findUnique({ where: { id: row.node_id }, select: { id: true, name: true, ip: true } }),
    prisma.host_interface.findMany({ where: { host_id: id }, orderBy: { id: 'asc' } }),
    pool.query<HostMetadata['disks'][number]>(
      `select d.id, d.name, d.size_mib, d.boot_order, d.expand_part, d.tags, json_build_object('id', s.id, 'name', s.name) as storage
         from disk d join storage s on s.id = d.storage_id where d.host_id = $1 order by d.boot_order, d.id`,
      [id],
    ),
    pool.query<{ ip_addr: string; family: number; ippool_id: number | null; interface: string | null }>(
      `select host(i.ip_addr) as ip_addr, family(i.ip_addr) as family, i.ippool_id, f.name as interface
         from ip i left join host_interface f on f.id = i.host_interface_id
        where i.host_id = $1 and i.state <> 'deleting' order by i.id`,
      [id],
    ),
  ])
  const ofFamily = (family: number) =>
    addresses.rows.flatMap(({ family: own, ...address }) => (own === family ? [address] : []))
  return {
    metadata: {
      id,
      internal_name: row.internal_name,
      name: row.name,
      domain: row.domain,
      comment: row.comment,
      state: { name: row.state, disabled: row.state === 'stopped' },
      os: { ...(row.os_id !== null && { id: row.os_id }), name: row.os_name },
      preset: row.preset_id,
      account: { id: row.account_id },
      cluster,
      node: node ? { id: node.id, name: node.name, ip_addr: node.ip } : {},
      base_resources: { cpu_number: row.cpu_number, ram_mib: row.ram_mib },
      tuned_resources: {
        ...(row.tuning as object),
        cpu_mode: row.cpu_mode as 'default',
        cpu_custom_model: row.cpu_custom_model,
        nesting: row.nesting,
        anti_spoofing: row.anti_spoofing,
        firewall_rules: row.firewall_rules as HostMetadata['tuned_resources']['firewall_rules'],
        net_bandwidth_mbitps: row.net_bandwidth_mbitps,
        efi_boot: row.efi_boot,
        secure_boot: row.secure_boot,
        hot_plug: row.hot_plug,
        live_resize: row.live_resize,
        spice_enabled: row.spice_enabled,
        spice_additional_enabled: row.spice_additional_enabled,
        snapshot_ram: row.snapshot_ram,
        snapshots_allowed: row.snapshots_allowed,
        ...(row.snapshot_limit !== null && { snapshot_limit: row.snapshot_limit }),
      },
      disks: disks.rows,
      interfaces: interfaces.map(({ name, mac, model, bridge, dhcp, is_main_network }) => ({
        ...{ name, mac, model, bridge },
        ...{ dhcp, is_main_network },
      })),
      ipv4: ofFamily(4),
      ipv6: ofFamily(6),
    },
  }
}
