import type { disk, host, node } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import type { Rescue } from '../../../domain/host/rescue.ts'
import { roomOf } from '../../../domain/host/resources.ts'
import { storedRules } from '../../../domain/host/rule-groups.ts'
import type { Size } from '../../../domain/host/size.ts'
import type { Tuning } from '../../../domain/host/tuning-rules.ts'
import type { Capability } from '../../../domain/node/capabilities.ts'
import { diskVolume } from '../../../domain/storage/volumes.ts'
import type { DiskSpec, DomainLimits, DomainSpec, InterfaceSpec } from '../../../drivers/hypervisor/domain-types.ts'
import type { PacketFilter } from '../../../drivers/hypervisor/packet-types.ts'
import { groupsOf } from '../address-group/of-rules.ts'
import { pathOf } from './disks/storage.ts'
import { folderBeside, rescueDiskPath, rescueSeedPath, seedPath } from './files.ts'
import { mediumOf } from './iso/medium.ts'
import { hasRules, rulesForNode } from './network/rules-for-node.ts'
import { spiceOf } from './spice/record.ts'

type Row = Pick<host, 'tuning' | 'net_bandwidth_mbitps'>

/** What the record limits, in the driver's words; 0 and -1 are no limits. Of two limits for one direction the lower counts. */
export function limitsOf({ tuning, net_bandwidth_mbitps }: Row): DomainLimits {
  const given = tuning as Tuning
  const net = (own: number | undefined) => {
    const set = [own ?? 0, net_bandwidth_mbitps ?? 0].filter((value) => value > 0)
    return set.length > 0 ? Math.min(...set) : 0
  }
  const all: Required<DomainLimits> = {
    cpu_weight: given.cpu_weight ?? 0,
    io_weight: given.io_weight ?? 0,
    io_read_mbitps: given.io_read_mbitps ?? 0,
    io_write_mbitps: given.io_write_mbitps ?? 0,
    io_read_iops: given.io_read_iops ?? 0,
    io_write_iops: given.io_write_iops ?? 0,
    net_in_mbitps: net(given.net_in_mbitps),
    net_out_mbitps: net(given.net_out_mbitps),
    process_number: given.process_number ?? 0,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value > 0))
}

type Filtered = Pick<host, 'anti_spoofing' | 'firewall_rules' | 'packet_rules' | 'tuning'>

/** Whether packets of the VM are filtered at all. */
export const isFiltered = (row: Filtered): boolean => row.anti_spoofing || hasRules(row) || connectionsOf(row) !== null

/** Limits of TCP connections, in the driver's words; null where there are none. */
function connectionsOf({ tuning }: Pick<host, 'tuning'>): PacketFilter['connections'] | null {
  const { tcp_connections_in = 0, tcp_connections_out = 0 } = tuning as Tuning
  if (tcp_connections_in === 0 && tcp_connections_out === 0) return null
  return { in: tcp_connections_in, out: tcp_connections_out }
}

/** The interfaces of a VM with their filters, from the addresses it has now and is to keep. */
export async function interfacesOf(row: Filtered & Pick<host, 'id' | 'node_id'>): Promise<InterfaceSpec[]> {
  const [at, interfaces, { rows: addresses }, groups] = await Promise.all([
    row.node_id === null ? null : db().prisma.node.findUnique({ where: { id: row.node_id } }),
    db().prisma.host_interface.findMany({
      where: { host_id: row.id, state: { not: 'deleting' } },
      orderBy: { id: 'asc' },
    }),
    db().pool.query<{ ip: string; host_interface_id: number | null }>(
      `select coalesce(prefix::text, host(ip_addr)) as ip, host_interface_id from ip where host_id = $1 and state <> 'deleting' order by id`,
      [row.id],
    ),
    groupsOf(db().prisma, storedRules(row.packet_rules)),
  ])
  const bridgeOf = new Map(interfaces.map(({ id, bridge }) => [id, bridge]))
  /** Also those of its other interfaces on the same bridge: a guest answers through any of them (weak host model, RFC 1122). */
  const allowed = (bridge: string) =>
    addresses.filter((a) => bridgeOf.get(a.host_interface_id ?? interfaces[0]?.id ?? 0) === bridge).map(({ ip }) => ip)
  const can = (capability: Capability) => at?.capabilities.includes(capability) ?? false
  // Where its kernel has lost what that takes, the node would take none of the rules.
  const connections = can('tcp_connections') ? connectionsOf(row) : null
  const filter = ({ bridge }: { bridge: string }) => ({
    firewall_rules: rulesForNode(row, { rejects: can('reject'), groups }),
    anti_spoofing: row.anti_spoofing
      ? // Addresses given by DHCP are not known here.
        { addresses: interfaces.some((one) => one.bridge === bridge && one.dhcp) ? null : allowed(bridge) }
      : null,
    ...(connections && { connections }),
  })
  return interfaces.map((one) => ({
    mac: one.mac,
    bridge: one.bridge,
    model: one.model as InterfaceSpec['model'],
    filter: isFiltered(row) ? filter(one) : null,
  }))
}

/** The size that a VM has at its next start. */
export const wantedSize = (row: Pick<host, 'cpu_number' | 'cpu_number_new' | 'ram_mib' | 'ram_mib_new'>): Size => ({
  cpu_number: row.cpu_number_new ?? row.cpu_number,
  ram_mib: row.ram_mib_new ?? row.ram_mib,
})

/** Everything a node needs to run the VM. */
export async function domainSpec(row: host, at: node, disks: readonly disk[]): Promise<DomainSpec> {
  const folder = await folderBeside(row, disks)
  const size = wantedSize(row)
  const rescue = row.rescue as Rescue | null
  const own = await Promise.all(
    disks.map(
      async (one): Promise<DiskSpec> => ({
        ...diskVolume(await pathOf(one, row)),
        target_dev: one.target_dev ?? 'vda',
        bus: one.bus as 'virtio',
        boot_order: rescue ? null : one.boot_order,
      }),
    ),
  )
  return {
    internal_name: row.internal_name,
    uuid: row.uuid,
    ...size,
    room: row.hot_plug ? roomOf(size, at) : null,
    accelerator: at.accelerator === 'kvm' ? 'kvm' : 'tcg',
    cpu_mode: row.cpu_mode as DomainSpec['cpu_mode'],
    cpu_custom_model: row.cpu_custom_model,
    nesting: row.nesting,
    limits: limitsOf(row),
    disks: rescue ? [...own, rescueDisk(rescueDiskPath(folder, row), own)] : own,
    cdrom: rescue ? rescueSeedPath(folder, row) : seedPath(folder, row),
    medium: rescue ? null : await mediumOf(row),
    interfaces: await interfacesOf(row),
    vnc_password: row.vnc_password
      ? unseal(row.vnc_password, { table: 'host', id: row.id, column: 'vnc_password' })
      : '',
    spice: spiceOf(row),
    efi_boot: rescue ? rescue.efi_boot : row.efi_boot,
    // Rescue systems are seldom signed.
    secure_boot: !rescue && row.efi_boot && row.secure_boot,
  }
}

/** The disks of the VM keep their names; that of the rescue system comes behind them and is started from alone. */
function rescueDisk(path: string, own: readonly DiskSpec[]): DiskSpec {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const last = Math.max(
    -1,
    ...own.map((one) => (one.target_dev.startsWith('vd') ? letters.indexOf(one.target_dev.slice(2)) : -1)),
  )
  return { path, format: 'qcow2', target_dev: `vd${letters[last + 1] ?? 'z'}`, bus: 'virtio', boot_order: 1 }
}
