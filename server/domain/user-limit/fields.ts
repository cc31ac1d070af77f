/** What can be limited, by the API's names: of one VM, or `_total` and `host_count` of all VMs of an account. */
export const limitFields = [
  'host_count',
  'cpu_number',
  'cpu_number_total',
  'ram_mib',
  'ram_mib_total',
  'hdd_mib',
  'hdd_mib_total',
  'ipv4_number',
  'ipv4_number_total',
  'image_count',
  'image_count_total',
  'vxlan_count_total',
] as const
export type LimitField = (typeof limitFields)[number]

/** Limits of an account over all its VMs, with what is in use. */
export const totalFields = [
  'host_count',
  'cpu_number_total',
  'ram_mib_total',
  'hdd_mib_total',
  'ipv4_number_total',
  'image_count_total',
  'vxlan_count_total',
] as const satisfies readonly LimitField[]
export type TotalField = (typeof totalFields)[number]

/** Limits of each VM. */
export const perHostFields = [
  'cpu_number',
  'ram_mib',
  'hdd_mib',
  'ipv4_number',
  'image_count',
] as const satisfies readonly LimitField[]
export type PerHostField = (typeof perHostFields)[number]

/** Roles have numbers in paths. */
export const roleNumbers = { '@admin': 1, '@user': 2, '@advanced_user': 3 } as const
