import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import type { Job as AnswerJob } from '../../../domain/os-template/job.ts'
import type { Job } from '../../../protocols/netboot/job.ts'
import { networkOf } from './network.ts'

const modes: Record<OperationType, string> = {
  install: 'install',
  diag: 'diag',
  rescue: 'rescue',
  clear_hdd: 'wipe',
  search: 'search',
}

/** The name of an installed system. */
export const hostNameOf = ({ domain, name }: { domain: string | null; name: string }) => domain ?? name

/** What is known of a server that boots, for answer files and boot scripts; holds a secret, so it is neither stored nor logged. */
export async function answerJob(row: operation, web: string): Promise<AnswerJob> {
  const server = await db().prisma.server.findUniqueOrThrow({ where: { id: row.server_id } })
  const network = await networkOf(row.server_id, row.mac)
  const location = await db().prisma.location.findUniqueOrThrow({ where: { id: row.location_id } })
  const secrets = row.secrets
    ? (JSON.parse(unseal(row.secrets, { table: 'operation', id: row.id, column: 'secrets' })) as {
        password_hash: string
        ssh_keys: string[]
      })
    : { password_hash: '', ssh_keys: [] }
  const gateway = (family: number) => network.addresses.find((one) => one.family === family)?.gateway ?? ''
  return {
    operation: row.id,
    hostname: hostNameOf(server),
    password_hash: secrets.password_hash,
    ssh_key: secrets.ssh_keys,
    mac: row.mac,
    address: network.addresses.map(({ address }) => address),
    gateway: gateway(2),
    gateway6: gateway(10),
    nameserver: (location.params_dhcp as { nameservers?: string[] }).nameservers ?? [],
    vlan: network.vlan === null ? '' : String(network.vlan),
    bond_mac: network.bond_mac,
    disk: row.disks,
    raid: row.hdd_raid,
    web,
  }
}

/** Serial number of a disk, else its WWN: what jobs name it by. */
export const diskName = ({ serial, wwn }: { serial: string; wwn: string }): string => serial || wwn

const many = (name: string, values: readonly string[]) => values.map((value) => [name, value] as const)

/** Where a system is reached that is no longer in the provisioning VLAN. */
const network = ({ address, vlan, gateway, gateway6 }: AnswerJob) => [
  ...many('address', address),
  ...many('vlan', vlan ? [vlan] : []),
  ...many('gateway', gateway ? [gateway] : []),
  ...many('gateway6', gateway6 ? [gateway6] : []),
]

/**
 * What the live system is to do, when its report agrees with what is known.
 * @param image of the template that is installed
 * @param moves whether the ports of the server are in the provisioning VLAN
 */
export function jobOf(
  row: operation,
  answer: AnswerJob,
  report: HardwareReport,
  image: { url: string; sha256: string; format: string; bytes: number } | null,
  moves: boolean,
): Job {
  const type = row.type as OperationType
  const writes = type === 'install' || row.clear_hdd !== 'none'
  const disks = row.disks.length > 0 ? row.disks : report.disks.map(diskName).filter(Boolean)
  return [
    ['mode', modes[type]],
    ['operation', String(row.id)],
    ['serial', report.serial],
    ...(writes ? many('disk', disks) : []),
    ...(writes ? [['wipe', row.clear_hdd] as const] : []),
    ...(type === 'diag' ? many('load', row.load) : []),
    ...(type === 'install' && image
      ? ([
          ['image', image.url],
          ['image_sha256', image.sha256],
          ['image_format', image.format],
          ['image_bytes', String(image.bytes)],
          ['raid', row.hdd_raid],
          ['hostname', answer.hostname],
          ['mac', answer.mac],
          ...many('bond_mac', answer.bond_mac),
          ...many('nameserver', answer.nameserver),
          ...network(answer),
        ] as const)
      : []),
    // Its port goes back into its own VLAN when it has started.
    ...(type === 'rescue' && moves ? network(answer) : []),
    ...(type === 'install' || type === 'rescue'
      ? [['password_hash', answer.password_hash] as const, ...many('ssh_key', answer.ssh_key)]
      : []),
  ]
}
