import { allNeedsOf, type Capability, possibleCapabilities } from '../../server/domain/node/capabilities.ts'

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
  { name: 'tcp_connections_in' },
  { name: 'tcp_connections_out' },
  { name: 'process_number' },
] as const satisfies readonly { name: string; unit?: 'mbitps' | 'iops'; most?: number }[]
export type LimitName = (typeof limitFields)[number]['name']

/** What VMs of this type lack for what is asked for; undefined when they have it. */
export const lackOf = (asked: Parameters<typeof allNeedsOf>[0], virtualization_type: string): Capability | undefined =>
  allNeedsOf(asked).find(({ capability }) => !possibleCapabilities(virtualization_type).includes(capability))
    ?.capability

/** Those that VMs of a type can have. */
export const limitsOf = (virtualization_type: string) =>
  limitFields.filter(({ name }) => !lackOf({ [name]: 1 }, virtualization_type))
