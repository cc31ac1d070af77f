import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import type { Job as AnswerJob } from '../../../domain/os-template/job.ts'
import type { Job } from '../../../protocols/netboot/job.ts'
import type { Installer } from '../os-template/boot.ts'
import { secretsOf } from './secrets.ts'

const modes: Record<OperationType, string> = {
  install: 'install',
  diag: 'diag',
  rescue: 'rescue',
  clear_hdd: 'wipe',
  search: 'search',
}

type Address = { address: string; gateway: string | null; family: number }

/** Addresses of a server as an installed system gets them, the main one first. */
export async function addressesOf(server_id: number, main_ip_id: number | null): Promise<Address[]> {
  const { rows } = await db().pool.query<Address>(
    `select host(i.ip_addr) || '/' || masklen(coalesce(n.net, set_masklen(i.ip_addr, case when i.family = 2 then 32 else 128 end))) as address,
            host(coalesce(n.gateway, i.gateway::inet)) as gateway, i.family
       from ip i left join ipnet n on n.id = i.ipnet_id where i.server_id = $1::int and i.state = 'ok'
      order by (i.id = $2::int) desc nulls last, i.family, i.id`,
    [server_id, main_ip_id],
  )
  return rows
}

/** The name of an installed system. */
export const hostNameOf = ({ domain, name }: { domain: string | null; name: string }) => domain ?? name

/** What is known of a server that boots, for answer files and boot scripts; holds a secret, so it is neither stored nor logged. */
export async function answerJob(row: operation, web: string): Promise<AnswerJob> {
  const server = await db().prisma.server.findUniqueOrThrow({ where: { id: row.server_id } })
  const rows = await addressesOf(row.server_id, server.main_ip_id)
  const location = await db().prisma.location.findUniqueOrThrow({ where: { id: row.location_id } })
  const { login = { password_hash: '', ssh_keys: [] } } = secretsOf(row)
  const gateway = (family: number) => rows.find((one) => one.family === family)?.gateway ?? ''
  return {
    operation: row.id,
    hostname: hostNameOf(server),
    password_hash: login.password_hash,
    ssh_key: login.ssh_keys,
    mac: row.mac,
    address: rows.map(({ address }) => address),
    gateway: gateway(2),
    gateway6: gateway(10),
    nameserver: (location.params_dhcp as { nameservers?: string[] }).nameservers ?? [],
    vlan: '',
    bond_mac: [],
    disk: row.disks,
    disk_path: [],
    raid: row.hdd_raid,
    web,
    answer: '',
  }
}

/** Serial number of a disk, else its WWN: what jobs name it by. */
export const diskName = ({ serial, wwn }: { serial: string; wwn: string }): string => serial || wwn

type Image = { url: string; sha256: string; format: string; bytes: number }

/** An installer writes those disks that it was told; which others are cleared is decided here. */
function installerJob(row: operation, report: HardwareReport, { kernel, initrd, args }: Installer): Job {
  const all = row.clear_hdd !== 'none' && row.disks.length === 0
  const disks = (all ? report.disks : targetsOf(row, report)).map(diskName).filter(Boolean)
  return [
    ['mode', 'installer'],
    ['operation', String(row.id)],
    ['serial', report.serial],
    ...disks.map((disk) => ['disk', disk] as const),
    ['wipe', row.clear_hdd],
    ['kernel', kernel.url],
    ['kernel_sha256', kernel.sha256],
    ['initrd', initrd.url],
    ['initrd_sha256', initrd.sha256],
    ['kernel_args', args],
  ]
}

/** Disks that an installer may write: those that were chosen, else the first one. */
export function targetsOf(row: Pick<operation, 'disks'>, report: HardwareReport) {
  if (row.disks.length === 0) return report.disks.slice(0, 1)
  return report.disks.filter((disk) => row.disks.includes(diskName(disk)))
}

/**
 * What the live system is to do, when its report agrees with what is known.
 * @param image of the template that is installed, or its installer
 * @param controller lines for the set-up of its controller
 */
export function jobOf(
  row: operation,
  answer: AnswerJob,
  report: HardwareReport,
  image: Image | Installer | null,
  controller: Job,
): Job {
  const type = row.type as OperationType
  if (image && 'kernel' in image) return installerJob(row, report, image)
  const many = (name: string, values: readonly string[]) => values.map((value) => [name, value] as const)
  const writes = type === 'install' || row.clear_hdd !== 'none'
  const disks = row.disks.length > 0 ? row.disks : report.disks.map(diskName).filter(Boolean)
  return [
    ['mode', modes[type]],
    ['operation', String(row.id)],
    ['serial', report.serial],
    ...(writes ? many('disk', disks) : []),
    ...(writes ? [['wipe', row.clear_hdd] as const] : []),
    ...(type === 'diag' ? many('load', row.load) : []),
    ...controller,
    ...(type === 'install' && image
      ? ([
          ['image', image.url],
          ['image_sha256', image.sha256],
          ['image_format', image.format],
          ['image_bytes', String(image.bytes)],
          ['raid', row.hdd_raid],
          ['hostname', answer.hostname],
          ['mac', answer.mac],
          ...many('address', answer.address),
          ...(answer.gateway ? [['gateway', answer.gateway] as const] : []),
          ...(answer.gateway6 ? [['gateway6', answer.gateway6] as const] : []),
          ...many('nameserver', answer.nameserver),
        ] as const)
      : []),
    ...(type === 'install' || type === 'rescue'
      ? [['password_hash', answer.password_hash] as const, ...many('ssh_key', answer.ssh_key)]
      : []),
  ]
}
