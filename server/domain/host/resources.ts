import { z } from 'zod'
import type { Size } from './size.ts'
import { tuning, tuningNumbers } from './tuning.ts'
import type { Tuning } from './tuning-rules.ts'

/** Body of a change of resources; null takes a limit off. What is absent stays. */
export const hostResources = z.strictObject({
  cpu_number: z.int().optional(),
  ram_mib: z.int().optional(),
  hot_plug: z.boolean().optional(),
  efi_boot: z.boolean().optional(),
  net_bandwidth_mbitps: z.int().nullable().optional(),
  ...tuning,
  defer: z.strictObject({ action: z.enum(['host_stop']) }).optional(),
})
export type HostResources = z.infer<typeof hostResources>

/** So many times its size a VM may grow to while it runs. */
const GROWTH = 4

/**
 * A guest that memory may be plugged into sets 64 MiB aside, for devices that reach below 4 GiB only (Linux, SWIOTLB): one with less
 * memory than this would miss them.
 */
const LEAST_FOR_MEMORY_MIB = 512

/** The most a VM with `hot_plug` may grow to before its next start. */
export const roomOf = (size: Size, node: Size): Size => ({
  cpu_number: Math.max(size.cpu_number, Math.min(node.cpu_number, size.cpu_number * GROWTH)),
  ram_mib:
    size.ram_mib < LEAST_FOR_MEMORY_MIB
      ? size.ram_mib
      : Math.max(size.ram_mib, Math.min(node.ram_mib, size.ram_mib * GROWTH)),
})

/** Weights and limits after a change: null takes one off. */
export function changedTuning(
  present: Tuning,
  body: Partial<Record<(typeof tuningNumbers)[number], number | null>>,
): Tuning {
  const next = { ...present }
  for (const name of tuningNumbers) {
    const value = body[name]
    if (value === null) delete next[name]
    else if (value !== undefined) next[name] = value
  }
  return next
}

type CpuMode = NonNullable<HostResources['cpu_mode']>

/** Mode and model of the processor after the change: a model belongs to the mode `custom` alone. */
export function processorOf(
  row: { cpu_mode: string; cpu_custom_model: string | null },
  change: HostResources,
): { cpu_mode: CpuMode; cpu_custom_model: string | null } {
  const cpu_mode = change.cpu_mode === undefined ? (row.cpu_mode as CpuMode) : (change.cpu_mode ?? 'default')
  const kept = cpu_mode === 'custom' ? row.cpu_custom_model : null
  return { cpu_mode, cpu_custom_model: change.cpu_custom_model === undefined ? kept : change.cpu_custom_model || null }
}
