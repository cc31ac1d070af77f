import type { LimitField } from '../../server/domain/user-limit/fields.ts'

/** Limits that are counted today, over all VMs of an account and of each. */
export const totalLimits = [
  'host_count',
  'cpu_number_total',
  'ram_mib_total',
  'hdd_mib_total',
  'ipv4_number_total',
] as const
export const eachLimits = ['cpu_number', 'ram_mib', 'hdd_mib', 'ipv4_number'] as const
export const editedLimits = [...totalLimits, ...eachLimits] as const
export type EditedLimit = (typeof editedLimits)[number]

/** Whether a limit is in MiB. */
export const isSize = (field: LimitField) => field.includes('_mib')
