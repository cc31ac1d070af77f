import type { HostCreate } from '../../../server/domain/host/schema.ts'
import { needsOf } from '../../../server/domain/node/capabilities.ts'
import type { Preset } from '../../../server/domain/preset/record.ts'
import { limitFields } from '../resources/settings.ts'
import { interfacesBody, rulesBody, scriptsBody, settingsBody, sizeBody } from './more-values.ts'
import type { NewHost, System } from './rules.ts'

export type SizeName = 'S' | 'M' | 'L' | 'XL'
export type Size = { name: SizeName; cpu_number: number; ram_gib: number; hdd_gib: number }
export const sizes: readonly Size[] = [
  { name: 'S', cpu_number: 1, ram_gib: 2, hdd_gib: 20 },
  { name: 'M', cpu_number: 2, ram_gib: 4, hdd_gib: 40 },
  { name: 'L', cpu_number: 4, ram_gib: 8, hdd_gib: 80 },
  { name: 'XL', cpu_number: 8, ram_gib: 16, hdd_gib: 160 },
]

type Sized = Pick<NewHost, 'cpu_number' | 'ram_mib' | 'hdd_mib'>

/** The named size these values are, or null for one of one's own. */
export const sizeOf = (v: Sized): SizeName | null =>
  sizes.find(
    (size) =>
      size.cpu_number === v.cpu_number && size.ram_gib * 1024 === v.ram_mib && size.hdd_gib * 1024 === v.hdd_mib,
  )?.name ?? null

/** Whether a named size is enough for a system. */
export const fits = (size: Size, os: System | null): boolean =>
  !os || (size.ram_gib * 1024 >= os.min_ram_mib && size.hdd_gib * 1024 >= os.hdd_mib_required)

/** The disk that the system is put on. */
const mainDiskOf = ({ disks, hdd_mib }: Preset) =>
  disks?.toSorted((a, b) => a.boot_order - b.boot_order)[0]?.size_mib ?? hdd_mib

/** Whether a preset is enough for a system. */
export const suits = (preset: Preset, os: System | null): boolean =>
  !os || (preset.ram_mib >= os.min_ram_mib && mainDiskOf(preset) >= os.hdd_mib_required)

/** A preset as the form keeps it. */
export const chosenPreset = (preset: Preset): NonNullable<NewHost['preset']> => ({
  id: preset.id,
  name: preset.name,
  needs: needsOf(preset),
})

/** Choice of the form: the main storage of the cluster, whichever that is. */
export const MAIN_STORAGE = 'main'

export const defaults: NewHost = {
  name: '',
  cluster: null,
  node: null,
  account: null,
  os: null,
  preset: null,
  cpu_number: 1,
  ram_mib: 2048,
  hdd_mib: 20_480,
  addressing: 'auto',
  ipv4_pool: [],
  ipv4_number: 1,
  ip_addr: '',
  ipv6: 'none',
  ipv6_prefix: 64,
  ipv6_pool: [],
  custom_interfaces: [],
  firewall_rules: [],
  password: '',
  password_made: '',
  comment: '',
  count: 1,
  empty: false,
  by_image: false,
  linked_clone: false,
  cpu_mode: 'default',
  cpu_custom_model: '',
  nesting: false,
  hot_plug: false,
  efi_boot: false,
  secure_boot: false,
  spice_enabled: false,
  spice_additional_enabled: false,
  snapshots_allowed: true,
  snapshot_limit: null,
  domain: '',
  expand_part: '',
  anti_spoofing: false,
  ...(Object.fromEntries(limitFields.map((field) => [field, null])) as Record<(typeof limitFields)[number], null>),
  disks: [],
  storage: MAIN_STORAGE,
  storage_tags: [],
  recipe_list: [],
  values: {},
  ignore_recipe_filters: false,
}

/** `web` three times is web-1, web-2, web-3; of ten the first is web-01. */
export function numbered(name: string, count: number): string[] {
  if (count <= 1) return [name]
  const digits = String(count).length
  return Array.from({ length: count }, (_, n) => `${name}-${String(n + 1).padStart(digits, '0')}`)
}

const idOf = (chosen: { value: string } | null) => (chosen ? Number(chosen.value) : undefined)

/** Off unless they are asked for, whatever a preset has. */
const switches = ['nesting', 'hot_plug', 'efi_boot', 'secure_boot', 'anti_spoofing', 'spice_enabled'] as const

const storageOf = ({ storage = MAIN_STORAGE }: Pick<NewHost, 'storage'>) =>
  storage === MAIN_STORAGE ? undefined : Number(storage)

/** A storage that is named needs no tags, and the disks of a preset have their own. */
export const asksForTags = (v: Pick<NewHost, 'storage' | 'preset'>): boolean =>
  v.preset === null && storageOf(v) === undefined

const tagsOf = (v: NewHost): number[] =>
  asksForTags(v) ? (v.storage_tags ?? []).map(({ value }) => Number(value)) : []

/** Whether anything is set that few set. */
export const hasMore = (v: NewHost): boolean =>
  v.cpu_mode !== 'default' ||
  v.domain !== '' ||
  v.expand_part !== '' ||
  !v.snapshots_allowed ||
  v.snapshot_limit !== null ||
  storageOf(v) !== undefined ||
  tagsOf(v).length > 0 ||
  [v.recipe_list, v.disks, v.custom_interfaces, v.firewall_rules].some((list) => list.length > 0) ||
  [...switches, ...limitFields].some((field) => v[field])

/** The request for one VM of the form. */
export function toBody(v: NewHost, name: string): HostCreateBody {
  const node = idOf(v.node)
  const account = idOf(v.account)
  return {
    name,
    ...(v.cluster && { cluster: Number(v.cluster.value) }),
    ...(node !== undefined && { node }),
    ...(account !== undefined && { account }),
    ...(v.os && !v.empty && systemOf(v.os, v)),
    // What a preset fixes is not asked for as well: it would count instead, and replace its disks.
    ...(v.preset ? { preset: v.preset.id } : sizeBody(v, tagsOf(v))),
    ...(v.password && !v.empty && { password: v.password }),
    ...(v.comment.trim() && { comment: v.comment.trim() }),
    ...(v.cpu_mode !== 'default' && { cpu_mode: v.cpu_mode }),
    ...(v.cpu_mode === 'custom' && { cpu_custom_model: v.cpu_custom_model }),
    ...Object.fromEntries(switches.filter((field) => v[field]).map((field) => [field, true])),
    ...Object.fromEntries(limitFields.flatMap((field) => (v[field] ? [[field, v[field]]] : []))),
    ...(storageOf(v) !== undefined && { storage: storageOf(v) }),
    ...settingsBody(v),
    ...(!v.empty && scriptsBody(v)),
    ...addressesOf(v),
    ...ipv6Of(v),
    ...interfacesBody(v),
    ...rulesBody(v),
  }
}

const systemOf = (
  { id, image }: System,
  { linked_clone }: NewHost,
): Pick<HostCreateBody, 'os' | 'image' | 'linked_clone'> =>
  image ? { image: id, ...(linked_clone && { linked_clone }) } : { os: id }

export type HostCreateBody = Partial<HostCreate> & { name: string }

function addressesOf(v: NewHost): Pick<HostCreateBody, 'ipv4_pool' | 'ipv4_number' | 'ip_addr'> {
  switch (v.addressing) {
    case 'auto':
      // The cluster's own pools give one; a cluster without pools leaves it to DHCP. Interfaces that are named get only what is said.
      return v.ipv4_number > 1 || v.custom_interfaces.length > 0 ? { ipv4_number: v.ipv4_number } : {}
    case 'pools':
      return { ipv4_pool: v.ipv4_pool.map((pool) => Number(pool.value)), ipv4_number: v.ipv4_number }
    case 'named':
      return { ip_addr: { name: v.ip_addr } }
    case 'none':
      return { ipv4_number: 0 }
  }
}

function ipv6Of({
  ipv6,
  ipv6_prefix,
  ipv6_pool,
}: NewHost): Pick<HostCreateBody, 'ipv6_enabled' | 'ipv6_prefix' | 'ipv6_pool'> {
  const pools = ipv6_pool.length > 0 && { ipv6_pool: ipv6_pool.map(({ value }) => Number(value)) }
  switch (ipv6) {
    case 'none':
      return {}
    case 'address':
      return { ipv6_enabled: true, ...pools }
    case 'subnet':
      return { ipv6_enabled: true, ipv6_prefix, ...pools }
  }
}
