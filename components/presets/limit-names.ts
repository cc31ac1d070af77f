/**
 * Limits and weights that nodes enforce, in the order of forms; `unit` as `presets.unit` calls it, `most` as the API bounds it,
 * `only` the type of presets that have it.
 */
export const limitFields = [
  { name: 'cpu_weight', most: 10_000 },
  { name: 'io_weight', most: 1000 },
  { name: 'io_read_mbitps', unit: 'mbitps' },
  { name: 'io_write_mbitps', unit: 'mbitps' },
  { name: 'io_read_iops', unit: 'iops' },
  { name: 'io_write_iops', unit: 'iops' },
  { name: 'net_in_mbitps', unit: 'mbitps' },
  { name: 'net_out_mbitps', unit: 'mbitps' },
  { name: 'process_number', only: 'lxd' },
] as const satisfies readonly { name: string; unit?: 'mbitps' | 'iops'; most?: number; only?: 'lxd' }[]
export type LimitName = (typeof limitFields)[number]['name']

/** Those that presets of a type have. */
export const limitsOf = (virtualization_type: string | undefined) =>
  limitFields.filter((one) => !('only' in one) || one.only === virtualization_type)
