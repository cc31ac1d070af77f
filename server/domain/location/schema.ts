import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { health } from '../problem/health.ts'
import { createShape, recordShape } from '../shared/field-schema.ts'
import { atMost } from '../shared/fields.ts'
import { interfaceName } from '../shared/network-fields.ts'
import { locationFields } from './fields.ts'
import { locationComponents, locationStatuses, MAX_POLL_LIMIT } from './states.ts'

const texts = z.array(z.string())
const vlanNumber = z.int().min(1).max(4094)

/** Addresses for machines that have none of their own while they boot. */
const bootRange = z.strictObject({ first: z.ipv4(), last: z.ipv4() })

/** Location inside another record. */
export const locationPart = z.object({
  id: z.int(),
  name: z.string(),
  geolocation: z.string(),
  userspace: z.int(),
})

/** A part of what a location's control host runs, as it was seen last. */
export const locationComponent = z.object({
  component: z.enum(locationComponents),
  fault: z.string().nullable(),
  since: z.string().nullable(),
  checked_at: z.string(),
  bytes: z.int().nullable().describe('Of `disk`: the file system that files for servers are on'),
  free_bytes: z.int().nullable(),
})
export type LocationComponent = z.infer<typeof locationComponent>

/** A site with its control host. The password of the control host never leaves the panel. */
export const locationRecord = z.object({
  id: z.int(),
  userspace: z.int(),
  ...recordShape(locationFields),
  status: z.enum(locationStatuses),
  fault: z.string().nullable().describe('Why the last check failed'),
  checked_at: z.string().nullable(),
  params_dhcp: z.object({
    interfaces_4: texts.optional(),
    ranges: z.array(bootRange).optional(),
    nameservers: texts.optional(),
    discovery: z.boolean().optional(),
  }),
  params_web: z.object({ addresses: texts.optional(), port: z.int().optional() }),
  params_cache: z
    .object({ password: z.string().optional(), port: z.int().optional() })
    .describe(
      'Port at which servers fetch their files, once it is set up; these are named by their sums, without a password',
    ),
  setup_info: z.object({
    addresses: texts.optional(),
    interfaces: texts.optional(),
    interfaces_4: texts.optional().describe('Those with an IPv4 address: DHCP needs one'),
  }),
  dhcp4_conf: z.looseObject({}),
  container_compose: z
    .string()
    .describe('Composition file of the last set-up, without servers; /services/compose has them'),
  components: z.array(locationComponent),
  os_templates: z
    .object({ there: z.int(), need_update: z.int(), failed: z.int() })
    .describe(
      'How many OS templates can be booted there, are older than what their repositories have, and have failed',
    ),
  poll_limit: z.int().describe('So many of its devices are asked at once'),
  provisioning_vlan: vlanNumber
    .nullable()
    .describe('Switch ports of servers are in it while an operation runs; null: they stay in their own'),
  rack_count: z.int(),
  server_count: z.int(),
  switch_count: z.int(),
  pdu_count: z.int(),
  health,
  version: z.int(),
})
export type Location = z.infer<typeof locationRecord>

export const locationCreate = z.strictObject({
  ...createShape(locationFields),
  password: atMost(1000)(z.string()).optional().describe('Without one, or empty: the SSH key of the panel is used'),
})
export type LocationCreate = z.infer<typeof locationCreate>
export const locationEdit = locationCreate.partial()
export type LocationEdit = z.infer<typeof locationEdit>

export const locationPollLimit = z.strictObject({ poll_limit: z.int().min(1).max(MAX_POLL_LIMIT) })

export const locationProvisioningVlan = z.strictObject({ provisioning_vlan: vlanNumber.nullable() })

export const locationCheck = z.strictObject({})
/** What is left out stays as it is; at the first time it is found out. */
export const locationSetup = z.strictObject({
  dhcp: z
    .strictObject({
      interfaces_4: z
        .array(interfaceName)
        .refine((list) => list.length <= 64, rule`at most 64 interfaces`)
        .optional(),
      ranges: z
        .array(bootRange)
        .max(256)
        .optional()
        .describe('Addresses that machines without one of their own get for ten minutes'),
      nameservers: z.array(z.ipv4()).max(8).optional(),
      discovery: z.boolean().optional().describe('Machines that are not known get an address as well'),
    })
    .optional(),
  web: z
    .strictObject({
      addresses: z
        .array(z.ipv4())
        .refine((list) => list.length <= 64, rule`at most 64 addresses`)
        .optional(),
      port: z.int().min(1).max(65_535).optional(),
    })
    .optional(),
})
export type LocationSetup = z.infer<typeof locationSetup>

const MESSAGE_LENGTH = 65_536

/** What a component of a location reports; unknown fields are ignored. */
export const locationMessage = z.looseObject({
  stream: atMost(200)(z.string()).refine((text) => text !== '', rule`must not be empty`),
  message: z
    .looseObject({})
    .refine((value) => JSON.stringify(value).length <= MESSAGE_LENGTH, rule`at most ${MESSAGE_LENGTH} characters`),
})
export type LocationMessage = z.infer<typeof locationMessage>

/** A message as it is kept. */
export const locationMessageRecord = z.object({
  id: z.int(),
  location: z.int(),
  stream: z.string(),
  message: z.record(z.string(), z.unknown()),
  created_at: z.string(),
})
export type LocationMessageRecord = z.infer<typeof locationMessageRecord>
