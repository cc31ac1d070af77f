import { z } from 'zod'
import { hostFields } from '../../../server/domain/host/fields.ts'
import { interfaceModels } from '../../../server/domain/host/network.ts'
import { packetDirections } from '../../../server/domain/host/packet-rules.ts'
import { hostResources } from '../../../server/domain/host/resources.ts'
import { guestPassword, hostCreate, hostName } from '../../../server/domain/host/schema.ts'
import { capabilities } from '../../../server/domain/node/capabilities.ts'
import { formShape } from '../../../server/domain/shared/field-schema.ts'
import { pickedShape } from '../../form/picked.ts'
import { limitShapes } from '../resources/settings.ts'
import { addressings, dropProtocols, interfaceAddressings, ipv6Choices } from './addressings.ts'

/** A system as the form keeps it: with its requirements for the VM. */
const system = z.object({
  id: z.int(),
  name: z.string(),
  min_ram_mib: z.int(),
  hdd_mib_required: z.int(),
  login_user: z.string(),
  /** Absent in drafts from before filters of nodes asked for them. */
  tags: z.array(z.string()).optional(),
  /** The id is that of an image of a VM, of this system. */
  image: z.boolean().optional(),
  system: z.string().optional(),
})
export type System = z.infer<typeof system>

/** A preset as the form keeps it; its size stands in the form's own fields. */
const preset = z.object({
  id: z.int(),
  name: z.string(),
  /** Absent in drafts from before presets asked for more than the host CPU. */
  needs: z.array(z.object({ capability: z.enum(capabilities), field: z.string() })).optional(),
})

/** Words for what the fields' own schemas cannot know. */
export type ValueLabels = {
  notName: (better: string | null) => string
  chooseCluster: string
  nameModel: string
  needsUefi: string
  chooseSystem: string
  choosePool: string
  notAddress: string
  oneAddress: string
  needsRam: (system: System) => string
  needsDisk: (system: System) => string
  notDomain: string
  portsWrong: string
}

/** A disk beside the first. */
const disk = z.object({
  size_mib: z.int().min(1),
  expand_part: z.string().max(255),
  /** As `storage` of the VM, or that of the first disk. Absent in drafts from before they could differ. */
  storage: z.string().optional(),
})
/** An interface beside the first, which is on the main network. */
const face = z.object({
  network: z.enum(['main', 'second']),
  model: z.enum(interfaceModels),
  how: z.enum(interfaceAddressings),
  count: z.int().min(1).max(256),
})
const port = z.int().min(1).max(65_535)
/** Packets that are dropped: all ports unless some are named. */
const drop = z.object({
  direction: z.enum(packetDirections),
  protocol: z.enum(dropProtocols),
  portstart: port.nullable(),
  portend: port.nullable(),
})

/** The nearest name that can be had: `web eu 0234` is `web-eu-0234`; null when nothing usable is left. */
export function suggestName(text: string): string | null {
  const better = text
    .trim()
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/-+$/, '')
    .slice(0, hostFields.name.max)
  return hostName.safeParse(better).success ? better : null
}

/** What people choose, as they think of it; sizes are stored in MiB whatever unit is typed. */
export const newHostSchema = (words: ValueLabels) =>
  z
    .object({
      name: z.string().min(1).max(hostFields.name.max),
      cluster: pickedShape.nullable(),
      node: pickedShape.nullable(),
      account: pickedShape.nullable(),
      os: system.nullable(),
      preset: preset.nullable(),
      cpu_number: z.int().min(1).max(512),
      ram_mib: z.int().min(1),
      hdd_mib: z.int().min(1),
      addressing: z.enum(addressings),
      ipv4_pool: z.array(pickedShape),
      ipv4_number: z.int().min(1).max(64),
      ip_addr: z.string().trim(),
      ipv6: z.enum(ipv6Choices),
      ipv6_prefix: z.int().min(32).max(125),
      ipv6_pool: z.array(pickedShape),
      custom_interfaces: z.array(face),
      firewall_rules: z.array(drop),
      password: z.union([z.literal(''), guestPassword]),
      password_made: z.string(),
      comment: formShape(hostFields, 'create').comment,
      /** Disks without a system. */
      empty: z.boolean(),
      /** An image of a VM instead of a system; absent in drafts from before there were any. */
      by_image: z.boolean().optional(),
      linked_clone: z.boolean().optional(),
      ...hostResources.pick({ cpu_mode: true, cpu_custom_model: true, nesting: true, hot_plug: true }).shape,
      efi_boot: z.boolean(),
      secure_boot: z.boolean(),
      spice_enabled: z.boolean(),
      spice_additional_enabled: z.boolean(),
      snapshots_allowed: z.boolean(),
      snapshot_limit: z.int().min(0).nullable(),
      domain: z.string().trim(),
      expand_part: z.string().trim().max(255),
      anti_spoofing: z.boolean(),
      ...limitShapes,
      disks: z.array(disk),
      /** Its number; `main`: that of the cluster. Absent in drafts from before there were several. */
      storage: z.string().optional(),
      /** What the storage of the disks carries, where none is named. Absent in drafts from before. */
      storage_tags: z.array(pickedShape).optional(),
      /** Scripts, in the order in which they run. */
      recipe_list: z.array(pickedShape),
      /** What each asks for, under the key that `valuesKey` gives it. */
      values: z.record(z.string(), z.record(z.string(), z.string().optional())),
      ignore_recipe_filters: z.boolean(),
      count: z.int().min(1).max(100),
    })
    .superRefine((v, ctx) => {
      const wrong = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: path.split('.'), message })
      if (!hostName.safeParse(v.name).success) wrong('name', words.notName(suggestName(v.name)))
      if (!v.cluster) wrong('cluster', words.chooseCluster)
      if (!v.os && !v.empty) wrong('os', words.chooseSystem)
      if (v.os && !v.empty && v.ram_mib < v.os.min_ram_mib) wrong('ram_mib', words.needsRam(v.os))
      if (v.os && !v.empty && v.hdd_mib < v.os.hdd_mib_required) wrong('hdd_mib', words.needsDisk(v.os))
      if (v.cpu_mode === 'custom' && !v.cpu_custom_model) wrong('cpu_custom_model', words.nameModel)
      if (v.secure_boot && !v.efi_boot) wrong('secure_boot', words.needsUefi)
      if (!hostCreate.shape.domain.safeParse(v.domain || undefined).success) wrong('domain', words.notDomain)
      v.firewall_rules.forEach(({ portstart, portend }, at) => {
        if (portend !== null && (portstart ?? Number.POSITIVE_INFINITY) > portend)
          wrong(`firewall_rules.${at}.portend`, words.portsWrong)
      })
      if (v.addressing === 'pools' && v.ipv4_pool.length === 0) wrong('ipv4_pool', words.choosePool)
      if (v.addressing === 'named' && !z.ipv4().safeParse(v.ip_addr).success) wrong('ip_addr', words.notAddress)
      if (v.addressing === 'named' && v.count > 1) wrong('ip_addr', words.oneAddress)
    })
export type NewHost = z.infer<ReturnType<typeof newHostSchema>>
