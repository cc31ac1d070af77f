import type { disk, host } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import type { BackedUpDisk, BackedUpHost, BackupMetadata } from '../../../domain/backup/metadata.ts'
import { storedRules } from '../../../domain/host/rule-groups.ts'
import { keptRules } from '../address-group/of-rules.ts'

/** What backups of these disks keep of them and of their VM. @returns by the id of the disk */
export async function metadataOf(
  work: Work,
  row: host | null,
  all: readonly disk[],
): Promise<(one: disk) => BackupMetadata> {
  const about = row && (await hostOf(work, row))
  const disks = all.map(diskOf)
  return (one) => ({ version: 1, host: about, disk: diskOf(one), disks, content: 'disk' })
}

const diskOf = (one: disk): BackedUpDisk => ({
  id: one.id,
  name: one.name,
  size_mib: one.size_mib,
  bus: one.bus,
  target_dev: one.target_dev,
  boot_order: one.boot_order,
  is_main: one.is_main,
  expand_part: one.expand_part,
  tags: one.tags,
  storage_id: one.storage_id,
})

type Json = BackedUpHost['tuning']

async function hostOf(work: Work, row: host): Promise<BackedUpHost> {
  const interfaces = await work.sql<{ mac: string; model: string; addresses: string[] }>(
    `select i.mac::text as mac, i.model, coalesce(array_agg(host(a.ip_addr) order by a.id) filter (where a.id is not null), '{}') as addresses
       from host_interface i left join ip a on a.host_interface_id = i.id
      where i.host_id = $1::int group by i.id order by i.id`,
    [row.id],
  )
  return {
    name: row.name,
    cpu_number: row.cpu_number,
    ram_mib: row.ram_mib,
    cpu_mode: row.cpu_mode,
    cpu_custom_model: row.cpu_custom_model,
    nesting: row.nesting,
    efi_boot: row.efi_boot,
    secure_boot: row.secure_boot,
    hot_plug: row.hot_plug,
    live_resize: row.live_resize,
    anti_spoofing: row.anti_spoofing,
    tuning: row.tuning as Json,
    packet_rules: await keptRules(work, storedRules(row.packet_rules)),
    firewall_rules: row.firewall_rules as Json,
    net_bandwidth_mbitps: row.net_bandwidth_mbitps,
    ip_automation: row.ip_automation,
    domain: row.domain,
    login_user: row.login_user,
    os_id: row.os_id,
    os_name: row.os_name,
    os_group: row.os_group,
    preset_id: row.preset_id,
    expand_part: row.expand_part,
    comment: row.comment,
    tags: row.tags,
    interfaces,
  }
}
