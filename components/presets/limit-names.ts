/** Limits and weights that nodes enforce, in the order of forms; `unit` as `presets.unit` calls it, `most` as the API bounds it. */
export const limitFields = [
  { name: 'cpu_weight', most: 10_000 },
  { name: 'io_weight', most: 1000 },
  { name: 'io_read_mbitps', unit: 'mbitps' },
  { name: 'io_write_mbitps', unit: 'mbitps' },
  { name: 'io_read_iops', unit: 'iops' },
  { name: 'io_write_iops', unit: 'iops' },
  { name: 'net_in_mbitps', unit: 'mbitps' },
  { name: 'net_out_mbitps', unit: 'mbitps' },
] as const satisfies readonly { name: string; unit?: 'mbitps' | 'iops'; most?: number }[]
export type LimitName = (typeof limitFields)[number]['name']
