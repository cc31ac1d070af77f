import { z } from 'zod'
import { guestPassword, type HostCreate, hostName } from '../../../server/domain/host/schema.ts'

const option = z.object({ value: z.string(), label: z.string(), hint: z.string().optional() })

/** A system as the form keeps it: with what it asks of the machine. */
const system = z.object({
  id: z.int(),
  name: z.string(),
  min_ram_mib: z.int(),
  hdd_mib_required: z.int(),
  login_user: z.string(),
})
export type System = z.infer<typeof system>

export const addressings = ['auto', 'pools', 'named', 'none'] as const
export type Addressing = (typeof addressings)[number]

/** Words for what the fields' own schemas cannot know. */
export type ValueWords = {
  notName: (better: string | null) => string
  chooseCluster: string
  chooseSystem: string
  choosePool: string
  notAddress: string
  oneAddress: string
  needsRam: (system: System) => string
  needsDisk: (system: System) => string
}

/** The nearest name that can be had: `web eu 0234` is `web-eu-0234`; null when nothing usable is left. */
export function suggestName(text: string): string | null {
  const better = text
    .trim()
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/-+$/, '')
    .slice(0, 49)
  return hostName.safeParse(better).success ? better : null
}

/** What people choose, as they think of it; sizes are stored in MiB whatever unit is typed. */
export const newHostSchema = (words: ValueWords) =>
  z
    .object({
      name: z.string().min(1).max(49),
      cluster: option.nullable(),
      node: option.nullable(),
      account: option.nullable(),
      os: system.nullable(),
      cpu_number: z.int().min(1).max(512),
      ram_mib: z.int().min(1),
      hdd_mib: z.int().min(1),
      addressing: z.enum(addressings),
      ipv4_pool: z.array(option),
      ipv4_number: z.int().min(1).max(64),
      ip_addr: z.string().trim(),
      password: z.union([z.literal(''), guestPassword]),
      password_made: z.string(),
      comment: z.string().max(2000),
      count: z.int().min(1).max(100),
    })
    .superRefine((v, ctx) => {
      const wrong = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
      if (!hostName.safeParse(v.name).success) wrong('name', words.notName(suggestName(v.name)))
      if (!v.cluster) wrong('cluster', words.chooseCluster)
      if (!v.os) wrong('os', words.chooseSystem)
      if (v.os && v.ram_mib < v.os.min_ram_mib) wrong('ram_mib', words.needsRam(v.os))
      if (v.os && v.hdd_mib < v.os.hdd_mib_required) wrong('hdd_mib', words.needsDisk(v.os))
      if (v.addressing === 'pools' && v.ipv4_pool.length === 0) wrong('ipv4_pool', words.choosePool)
      if (v.addressing === 'named' && !z.ipv4().safeParse(v.ip_addr).success) wrong('ip_addr', words.notAddress)
      if (v.addressing === 'named' && v.count > 1) wrong('ip_addr', words.oneAddress)
    })
export type NewHost = z.infer<ReturnType<typeof newHostSchema>>

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

export const defaults: NewHost = {
  name: '',
  cluster: null,
  node: null,
  account: null,
  os: null,
  cpu_number: 1,
  ram_mib: 2048,
  hdd_mib: 20_480,
  addressing: 'auto',
  ipv4_pool: [],
  ipv4_number: 1,
  ip_addr: '',
  password: '',
  password_made: '',
  comment: '',
  count: 1,
}

/** `web` three times is web-1, web-2, web-3; of ten the first is web-01. */
export function numbered(name: string, count: number): string[] {
  if (count <= 1) return [name]
  const digits = String(count).length
  return Array.from({ length: count }, (_, n) => `${name}-${String(n + 1).padStart(digits, '0')}`)
}

const idOf = (chosen: { value: string } | null) => (chosen ? Number(chosen.value) : undefined)

/** The request for one machine of the form. */
export function toBody(v: NewHost, name: string): HostCreateBody {
  const node = idOf(v.node)
  const account = idOf(v.account)
  return {
    name,
    ...(v.cluster && { cluster: Number(v.cluster.value) }),
    ...(node !== undefined && { node }),
    ...(account !== undefined && { account }),
    ...(v.os && { os: v.os.id }),
    cpu_number: v.cpu_number,
    ram_mib: v.ram_mib,
    hdd_mib: v.hdd_mib,
    ...(v.password && { password: v.password }),
    ...(v.comment.trim() && { comment: v.comment.trim() }),
    ...addressesOf(v),
  }
}
export type HostCreateBody = Partial<HostCreate> & { name: string }

function addressesOf(v: NewHost): Pick<HostCreateBody, 'ipv4_pool' | 'ipv4_number' | 'ip_addr'> {
  switch (v.addressing) {
    case 'auto':
      // The cluster's own pools give one; a cluster without pools leaves it to DHCP.
      return v.ipv4_number > 1 ? { ipv4_number: v.ipv4_number } : {}
    case 'pools':
      return { ipv4_pool: v.ipv4_pool.map((pool) => Number(pool.value)), ipv4_number: v.ipv4_number }
    case 'named':
      return { ip_addr: { name: v.ip_addr } }
    case 'none':
      return { ipv4_number: 0 }
  }
}
