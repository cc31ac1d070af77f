import type { preset } from '../../../../generated/prisma/client.ts'
import type { HostCreate } from '../../../domain/host/schema.ts'
import { tuningNumbers } from '../../../domain/host/tuning.ts'
import type { Tuning } from '../../../domain/host/tuning-rules.ts'
import type { PresetGives } from '../../../domain/preset/apply.ts'
import { snapshotSettingsOf } from '../../../domain/snapshot/limits.ts'

/** A disk as presets store and show it: all fields, null where nothing is said. */
export type StoredDisk = {
  size_mib: number
  boot_order: number
  name: string | null
  expand_part: string | null
  storage: number | null
  tags: number[]
}

/** What VMs take over from a stored preset. */
export function givesOf(row: preset): PresetGives {
  const disks = (row.disks as StoredDisk[]).map(({ size_mib, boot_order, name, expand_part, storage, tags }) => ({
    size_mib,
    boot_order,
    ...(name !== null && { name }),
    ...(expand_part !== null && { expand_part }),
    ...(storage !== null && { storage }),
    ...(tags.length > 0 && { tags }),
  }))
  return {
    cpu_number: row.cpu_number,
    ram_mib: row.ram_mib,
    ...(disks.length > 0 ? { disks } : { hdd_mib: row.hdd_mib }),
    cpu_mode: row.cpu_mode as HostCreate['cpu_mode'],
    cpu_custom_model: row.cpu_custom_model,
    nesting: row.nesting,
    ...(row.tuning as Tuning),
    anti_spoofing: row.anti_spoofing,
    firewall_rules: row.firewall_rules as HostCreate['firewall_rules'],
    spice_enabled: row.spice_enabled,
    spice_additional_enabled: row.spice_additional_enabled,
    hot_plug: row.hot_plug,
    live_resize: row.live_resize,
    snapshot_ram: row.snapshot_ram,
    snapshots_allowed: row.snapshots_allowed,
    ...(row.snapshot_limit !== null && { snapshot_limit: row.snapshot_limit }),
  }
}

/** The columns of a preset that gives this. */
export function columnsOf(gives: PresetGives) {
  const disks = (gives.disks ?? []).map(
    ({ size_mib, boot_order, name, expand_part, storage, tags }): StoredDisk => ({
      size_mib,
      boot_order,
      name: name ?? null,
      expand_part: expand_part || null,
      storage: storage ?? null,
      tags: tags ?? [],
    }),
  )
  return {
    cpu_number: gives.cpu_number ?? 1,
    ram_mib: gives.ram_mib ?? 1,
    hdd_mib: disks.length > 0 ? disks.reduce((sum, disk) => sum + disk.size_mib, 0) : (gives.hdd_mib ?? 1),
    disks,
    cpu_mode: gives.cpu_mode ?? null,
    cpu_custom_model: gives.cpu_custom_model || null,
    nesting: gives.nesting ?? false,
    tuning: Object.fromEntries(tuningNumbers.flatMap((name) => (gives[name] == null ? [] : [[name, gives[name]]]))),
    anti_spoofing: gives.anti_spoofing ?? null,
    firewall_rules: gives.firewall_rules ?? [],
    spice_enabled: gives.spice_enabled ?? false,
    spice_additional_enabled: gives.spice_additional_enabled ?? false,
    hot_plug: gives.hot_plug ?? false,
    live_resize: gives.live_resize ?? true,
    ...snapshotSettingsOf(gives),
  }
}
