import type { HostResources } from './resources.ts'

/** Settings that a VM takes over at its start only, whatever its node can. */
export const atStartOnly = ['cpu_mode', 'cpu_custom_model', 'nesting', 'efi_boot', 'hot_plug'] as const

export type AppliesAt = 'now' | 'less_now' | 'next_start'

/**
 * When a running VM takes over a change of a field. `less_now`: what it gives back, while more comes with its next start. What its
 * guest does not take over is said after the change.
 */
export function appliesAt(field: keyof HostResources, { hot_plug }: { hot_plug: boolean }): AppliesAt {
  if (field === 'cpu_number') return hot_plug ? 'now' : 'next_start'
  if (field === 'ram_mib') return hot_plug ? 'now' : 'less_now'
  return (atStartOnly as readonly string[]).includes(field) ? 'next_start' : 'now'
}
