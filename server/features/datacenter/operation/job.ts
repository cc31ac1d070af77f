import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { namedDisks } from '../../../domain/operation-plan/disks.ts'
import type { Job as AnswerJob } from '../../../domain/os-template/job.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { Job } from '../../../protocols/netboot/job.ts'
import { msg } from '../../../shared/text.ts'
import type { Installer } from '../os-template/boot.ts'
import { networkOf } from './network.ts'
import { secretsOf } from './secrets.ts'
import { diskName, targetsOf } from './targets.ts'

const modes: Record<OperationType, string> = {
  install: 'install',
  diag: 'diag',
  rescue: 'rescue',
  clear_hdd: 'wipe',
  search: 'search',
}

/** The name of an installed system. */
export const hostNameOf = ({ domain, name }: { domain: string | null; name: string }) => domain ?? name

type Place = { name: string; domain: string | null; nameservers: string[] | null }
const PLACE = `select s.name, s.domain, l.params_dhcp->'nameservers' as nameservers from server s, location l where s.id = $1::int and l.id = $2::int`

/** What is known of a server that boots, for answer files and boot scripts; holds a secret, so it is neither stored nor logged. */
export async function answerJob(row: operation, web: string): Promise<AnswerJob> {
  const [{ rows }, network] = await Promise.all([
    db().pool.query<Place>(PLACE, [row.server_id, row.location_id]),
    networkOf(row.server_id, row.mac),
  ])
  const [server] = rows
  if (!server) throw notFound(msg`Server`, row.server_id)
  const { login = { password_hash: '', ssh_keys: [] } } = secretsOf(row)
  const gateway = (family: number) => network.addresses.find((one) => one.family === family)?.gateway ?? ''
  return {
    operation: row.id,
    hostname: hostNameOf(server),
    password_hash: login.password_hash,
    ssh_key: login.ssh_keys,
    mac: row.mac,
    address: network.addresses.map(({ address }) => address),
    gateway: gateway(2),
    gateway6: gateway(10),
    nameserver: server.nameservers ?? [],
    vlan: network.vlan === null ? '' : String(network.vlan),
    bond_mac: network.bond_mac,
    disk: row.disks,
    disk_path: [],
    raid: row.hdd_raid,
    web,
    answer: '',
  }
}

type Image = { url: string; sha256: string; format: string; bytes: number; unpacked?: string | undefined }

/** An installer writes those disks that it was told; which others are cleared is decided here. */
function installerJob(row: operation, report: HardwareReport, own: readonly string[], installer: Installer): Job {
  const { kernel, initrd, args } = installer
  const all = row.clear_hdd !== 'none' && row.disks.length === 0
  const disks = namesOf(targetsOf(row, report, own), all ? report.disks : [])
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

/** Those that it installs on first; the others only to be cleared. A disk without a name of its own is left out. */
const namesOf = (targets: HardwareReport['disks'], cleared: HardwareReport['disks'] = []) => {
  const all = cleared.map((disk) => ({ id: diskName(disk) }))
  return [...new Set([...targets.map(diskName), ...namedDisks(all).map(({ id }) => id)])]
}

const many = (name: string, values: readonly string[]) => values.map((value) => [name, value] as const)

/** Where a system is reached that is no longer in the provisioning VLAN. */
const network = ({ address, vlan, gateway, gateway6 }: AnswerJob) => [
  ...many('address', address),
  ...many('vlan', vlan ? [vlan] : []),
  ...many('gateway', gateway ? [gateway] : []),
  ...many('gateway6', gateway6 ? [gateway6] : []),
]

/** Where nobody has chosen disks. Those of an array are all that may be cleared: what is named is made a member. */
function disksOf(row: operation, report: HardwareReport, own: readonly string[]): string[] {
  if (row.type !== 'install') return namesOf([], report.disks)
  const alone = row.clear_hdd === 'none' || row.hdd_raid !== 'no_raid'
  return namesOf(targetsOf(row, report, own), alone ? [] : report.disks)
}

/**
 * What the live system is to do, when its report agrees with what is known.
 * @param image of the template that is installed, or its installer
 * @param more lines for the set-up of its controller, whether the ports of the server are in the provisioning VLAN, and `ownDisks`
 */
export function jobOf(
  row: operation,
  answer: AnswerJob,
  report: HardwareReport,
  image: Image | Installer | null,
  { controller, moves, own }: { controller: Job; moves: boolean; own: readonly string[] },
): Job {
  const type = row.type as OperationType
  if (image && 'kernel' in image) return installerJob(row, report, own, image)
  const writes = type === 'install' || row.clear_hdd !== 'none'
  const disks = row.disks.length > 0 ? row.disks : disksOf(row, report, own)
  return [
    // To clear no disk is to look at the machine, and nothing else.
    ['mode', type === 'clear_hdd' && !writes ? modes.diag : modes[type]],
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
          ...(image.unpacked ? [['unpacked_sha256', image.unpacked] as const] : []),
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
