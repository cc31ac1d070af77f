import { randomBytes } from 'node:crypto'
import { stringify } from 'yaml'
import type { node, rehearsal } from '../../../../generated/prisma/client.ts'
import type { BackedUpHost } from '../../../domain/backup/metadata.ts'
import { diskVolume } from '../../../domain/storage/volumes.ts'
import type { DiskSpec, DomainSpec, InterfaceSpec } from '../../../drivers/hypervisor/domain-types.ts'
import { isolatedBridge } from '../../../drivers/hypervisor/isolated-bridge.ts'
import type { SeedFiles } from '../../../drivers/hypervisor/volume-types.ts'
import type { RehearsedDisk } from './source.ts'

/** Relative to other VMs of the node, which have 1024 unless they are given another: theirs come first. */
const WEIGHT = 256

/** What the node needs to start what was backed up: as it was, on an isolated bridge, without its limits. */
export function specOf(
  row: Pick<rehearsal, 'id' | 'uuid' | 'files'> & { internal_name: string },
  { host, disks, seed }: { host: BackedUpHost; disks: readonly RehearsedDisk[]; seed: string | null },
  at: Pick<node, 'accelerator'>,
): DomainSpec {
  const bridge = isolatedBridge(row.id)
  return {
    internal_name: row.internal_name,
    uuid: row.uuid,
    cpu_number: host.cpu_number,
    ram_mib: host.ram_mib,
    room: null,
    accelerator: at.accelerator === 'kvm' ? 'kvm' : 'tcg',
    cpu_mode: host.cpu_mode as DomainSpec['cpu_mode'],
    cpu_custom_model: host.cpu_custom_model,
    nesting: host.nesting,
    limits: { cpu_weight: WEIGHT },
    disks: disks.map(
      ({ disk }, n): DiskSpec => ({
        ...diskVolume(row.files[n] ?? ''),
        target_dev: disk.target_dev ?? 'vda',
        bus: disk.bus as DiskSpec['bus'],
        boot_order: disk.boot_order,
      }),
    ),
    cdrom: seed,
    medium: null,
    interfaces: host.interfaces.map(
      ({ mac, model }): InterfaceSpec => ({ mac, bridge, model: model as InterfaceSpec['model'], filter: null }),
    ),
    // It is not disclosed: taking a picture sets another one first.
    vnc_password: randomBytes(6).toString('base64url'),
    spice: null,
    efi_boot: host.efi_boot,
    secure_boot: host.efi_boot && host.secure_boot,
  }
}

/**
 * The guest is told that it is who it was, so that it starts as it does every day, and that it has no addresses: whatever waits for a network
 * would wait in vain.
 */
export function seedOf(host: BackedUpHost, instance_id: string): SeedFiles {
  const ethernets = Object.fromEntries(
    host.interfaces.map(({ mac }, n) => [
      `eth${n}`,
      { match: { macaddress: mac }, dhcp4: false, dhcp6: false, 'accept-ra': false, optional: true },
    ]),
  )
  return {
    'meta-data': stringify({ 'instance-id': instance_id, 'local-hostname': host.name }),
    'user-data': `#cloud-config\n${stringify({
      users: [],
      preserve_hostname: true,
      ssh_deletekeys: false,
      updates: { network: { when: ['boot-new-instance', 'boot'] } },
    })}`,
    'network-config': stringify({ version: 2, ethernets }),
  }
}
