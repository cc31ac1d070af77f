import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { health } from '../problem/health.ts'
import { atMost } from '../shared/fields.ts'
import { interfaceName } from '../shared/network-fields.ts'
import { locationStatuses, MAX_POLL_LIMIT } from './states.ts'

const texts = z.array(z.string())

/** Location inside another record. */
export const locationPart = z.object({
  id: z.int(),
  name: z.string(),
  geolocation: z.string(),
  userspace: z.int(),
})

/** A site with its control host. The password of the control host never leaves the panel. */
export const locationRecord = z.object({
  ...locationPart.shape,
  ssh_address: z.string(),
  ssh_port: z.int(),
  ssh_user: z.string(),
  status: z.enum(locationStatuses),
  fault: z.string().nullable().describe('Why the last check failed'),
  checked_at: z.string().nullable(),
  params_dhcp: z.object({ interfaces_4: texts.optional() }),
  params_web: z.object({ addresses: texts.optional(), port: z.int().optional() }),
  params_cache: z.object({ password: z.string().optional(), port: z.int().optional() }),
  setup_info: z.object({ addresses: texts.optional(), interfaces: texts.optional() }),
  dhcp4_conf: z.object({}),
  poll_limit: z.int().describe('So many of its devices are asked at once'),
  rack_count: z.int(),
  server_count: z.int(),
  switch_count: z.int(),
  pdu_count: z.int(),
  health,
  version: z.int(),
})
export type Location = z.infer<typeof locationRecord>

/** A text that does not begin with a space, as these names are documented. */
export const named = atMost(200)(z.string().regex(/^[^ ]/, rule`must not be empty or begin with a space`))

const port = z.int().min(1).max(65_535)

export const locationCreate = z.strictObject({
  name: named,
  ssh_address: z.ipv4(),
  ssh_port: port,
  ssh_user: atMost(64)(z.string().min(1).regex(/^[^ ]/)),
  geolocation: atMost(500)(z.string()).optional(),
  password: atMost(1000)(z.string()).optional().describe('Without one, or empty: the SSH key of the panel is used'),
})
export type LocationCreate = z.infer<typeof locationCreate>
export const locationEdit = locationCreate.partial()
export type LocationEdit = z.infer<typeof locationEdit>

export const locationPollLimit = z.strictObject({ poll_limit: z.int().min(1).max(MAX_POLL_LIMIT) })

export const locationCheck = z.strictObject({})
export const locationSetup = z.strictObject({
  dhcp: z.strictObject({ interfaces_4: z.array(interfaceName).optional() }).optional(),
  web: z.strictObject({ addresses: z.array(z.ipv4()).optional() }).optional(),
})

const MESSAGE_LENGTH = 65_536

/** What a component of a location reports; what else it says is let pass. */
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
